import { ActionIcon, Alert, Indicator } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { lazy, useEffect, useState } from 'react'
import { useClient } from 'urql'

import { OnDemand } from '../parts/OnDemand.tsx'
import { useMe } from '../session/me.ts'
import { useWords } from '../words/language.ts'
import { shell } from '../words/shell.ts'
import { bellQuery } from './bell.ts'
import { listen } from './hub.ts'
import { BellIcon } from './icons.tsx'

const List = lazy(() => import('./BellList.tsx'))

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
  useEffect(
    () =>
      listen({
        received: ({ title, message }) => {
          toasts.show({ title, message })
          void client.query(bellQuery, {}, { requestPolicy: 'network-only' }).toPromise()
        },
        counted: setUnread,
        connected: setConnected,
      }),
    [client],
  )
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
