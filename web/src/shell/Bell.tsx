import { ActionIcon, Alert, Indicator } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useClient } from 'urql'

import { lazily } from '../parts/load.ts'
import { OnDemand } from '../parts/OnDemand.tsx'
import { useMe } from '../session/me.ts'
import { useWords } from '../words/language.ts'
import { shell } from '../words/shell.ts'
import { bellQuery, newestQuery } from './bell.ts'
import { listen, none } from './hub.ts'
import { BellIcon } from './icons.tsx'

const List = lazily(() => import('./BellList.tsx'))

// Bell shows how many notifications are unread. The hub says it to all tabs at once. A visitor of
// another firm has none there.
export function Bell() {
  const { firm } = useMe()
  return firm?.relationId ? <OwnBell /> : null
}

function OwnBell() {
  const words = useWords(shell)
  const client = useClient()
  const [unread, setUnread] = useState(0)
  const [connected, setConnected] = useState(true)
  useEffect(() => {
    const isRead = (page: number) => Boolean(client.readQuery(bellQuery, { page }, { requestPolicy: 'cache-only' })?.data)
    const read = (page: number) => void client.query(bellQuery, { page }, { requestPolicy: 'network-only' }).toPromise()
    // again reads anew the pages that were read, from a first one.
    const again = (first: number) => {
      for (let page = first; isRead(page); page++) {
        read(page)
      }
    }
    return listen({
      newest: async () => {
        const { data } = await client.query(newestQuery, {}, { requestPolicy: 'network-only' })
        return data?.notificationPage && (data.notificationPage.items[0]?.id ?? none)
      },
      received: ({ title, message }) => {
        toasts.show({ title, message })
        read(1)
        again(2)
      },
      // Another tab may have read or deleted what the list has here.
      counted: (count) => {
        setUnread(count)
        again(1)
      },
      connected: setConnected,
    })
  }, [client])
  const button = (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.bell(unread)} data-testid="bell">
      <Indicator label={<span data-testid="bell-count" aria-hidden="true">{unread > 99 ? '99+' : unread}</span>} disabled={unread === 0} size={16} color="red.8">
        <BellIcon />
      </Indicator>
    </ActionIcon>
  )
  return (
    <>
      {!connected && <Alert role="status" color="yellow" p="xs" pos="fixed" bottom={12} left={12} style={{ zIndex: 300 }}>{words.offline}</Alert>}
      <OnDemand button={button} opens="dialog" Opened={List} />
    </>
  )
}
