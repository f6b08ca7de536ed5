import { Button, CloseButton, Group, Popover, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { cloneElement, useState, type MouseEvent } from 'react'
import { useMutation, useQuery } from 'urql'
import { useLocation } from 'wouter'

import { graphql } from '../api/graphql.ts'
import type { BellQuery } from '../api/generated/graphql.ts'
import { faultOf } from '../api/fault.ts'
import { ErrorText } from '../parts/ErrorText.tsx'
import { useOpening, type Opening } from '../parts/OnDemand.tsx'
import { Pages } from '../parts/Pages.tsx'
import { Rows } from '../parts/Rows.tsx'
import { useFaultToast } from '../parts/useFaultToast.ts'
import { useCan } from '../session/me.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { shell } from '../words/shell.ts'
import { bellQuery, markAllRead, pageSize } from './bell.ts'

const markRead = graphql(`mutation MarkRead($id: ID!) { markNotificationRead(id: $id) { id status } }`)

const remove = graphql(`mutation DeleteNotification($id: ID!) { deleteNotification(id: $id) }`)

type Notification = NonNullable<BellQuery['notificationPage']>['items'][number]

// linkOf returns the screen of what a notification is about, if the user may see it. Those of imports had
// no metadata in the past.
function linkOf({ module, moduleId, metadata }: Notification, can: (permission: string) => boolean): string | undefined {
  const about = (metadata as { about?: unknown } | null)?.about ?? (module === 'Contact' ? 'import' : undefined)
  if (about === 'import' && moduleId && can('Contact:Import')) {
    return `/imports/${moduleId}`
  }
  if (about === 'conversation' && moduleId && can('MessagingChat:View')) {
    return `/inbox/${moduleId}`
  }
  if (about === 'campaign' && moduleId && can('MessagingCampaign:View')) {
    return `/campaigns/${moduleId}`
  }
  if (about === 'wallet' && can('Wallet:View')) {
    return '/wallet'
  }
  return about === 'session' ? '/profile' : undefined
}

export default function BellList({ button }: Opening) {
  const words = useWords(shell)
  const { opened, setOpened, target } = useOpening(button)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={360} trapFocus>
      <Popover.Target>{cloneElement(target, { onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown p="sm" aria-label={words.notifications}>
        {opened && <List leave={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  )
}

function List({ leave }: { leave: () => void }) {
  const words = useWords(shell)
  const [page, show] = useState(1)
  const [{ data, error }] = useQuery({ query: bellQuery, variables: { page }, requestPolicy: 'cache-and-network' })
  const [, readAll] = useMutation(markAllRead)
  const sayFault = useFaultToast()
  const items = data?.notificationPage?.items
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>{words.notifications}</Text>
        {items && items.length > 0 && <Button variant="subtle" size="compact-xs" onClick={() => void readAll({}).then(sayFault)}>{words.markAllRead}</Button>}
      </Group>
      <ErrorText fault={faultOf(error)} />
      {!items && !error && <Rows count={4} />}
      {items?.length === 0 && <Text size="sm" c="dimmed">{words.noNotifications}</Text>}
      <ScrollArea.Autosize key={page} mah={380} viewportProps={{ tabIndex: 0 }}>
        <Stack gap={2}>
          {items?.map((item) => <Entry key={item.id} item={item} leave={leave} />)}
        </Stack>
      </ScrollArea.Autosize>
      {items && <Pages page={page} pageSize={pageSize} total={data?.notificationPage?.totalCount} count={items.length} show={show} />}
    </Stack>
  )
}

function Entry({ item, leave }: { item: Notification; leave: () => void }) {
  const words = useWords(shell)
  const format = useFormat()
  const can = useCan()
  const [, read] = useMutation(markRead)
  const [, removeIt] = useMutation(remove)
  const sayFault = useFaultToast()
  const [, navigate] = useLocation()
  const open = () => {
    if (item.status === 'Unread') {
      void read({ id: item.id })
    }
    const link = linkOf(item, can)
    if (link) {
      navigate(link)
      leave()
    }
  }
  // The focus goes to the entry after, or before, or to the list: without it the keys would do nothing more here.
  const drop = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const row = currentTarget.parentElement
    const neighbour = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>(':scope > button:last-child')
    ;(neighbour ?? row?.parentElement?.closest<HTMLElement>('[tabindex]'))?.focus()
    void removeIt({ id: item.id }).then(sayFault)
  }
  return (
    <Group wrap="nowrap" gap={2} align="flex-start">
      <UnstyledButton onClick={open} p="xs" bdrs="md" flex={1}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm" fw={item.status === 'Unread' ? 650 : 400}>
            {item.title}
            {item.status === 'Unread' && <Text span size="xs" c="pine"> · {words.unread}</Text>}
          </Text>
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>{format.ago(item.createdAt)}</Text>
        </Group>
        <Text size="sm" c="dimmed">{item.message}</Text>
      </UnstyledButton>
      <CloseButton size="sm" mt={6} aria-label={words.removeNotification(item.title)} onClick={drop} />
    </Group>
  )
}
