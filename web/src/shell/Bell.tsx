import { ActionIcon, Alert, Button, Group, Indicator, Popover, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { notifications as toasts } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useClient, useMutation, useQuery } from 'urql'
import { useLocation } from 'wouter'

import { graphql } from '../api/generated/index.ts'
import type { BellQuery } from '../api/generated/graphql.ts'
import { faultOf } from '../api/fault.ts'
import { ErrorText } from '../parts/ErrorText.tsx'
import { Rows } from '../parts/Rows.tsx'
import { useMe } from '../session/me.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.ts'
import { shell } from '../words/shell.ts'
import { listen } from './hub.ts'
import { BellIcon } from './icons.tsx'

const bellQuery = graphql(`
  query Bell { notificationPage(input: { pageSize: 20 }) { items { id module moduleId title message status createdAt } totalCount } }
`)

const markRead = graphql(`mutation MarkRead($id: ID!) { markNotificationRead(id: $id) { id status } }`)

const markAllRead = graphql(`mutation MarkAllRead { markAllNotificationsRead }`)

type Notification = NonNullable<BellQuery['notificationPage']>['items'][number]

// linkOf returns the screen of what a notification is about.
export function linkOf({ module, moduleId }: { module: string; moduleId: string | null }): string | undefined {
  return module === 'Contact' && moduleId ? `/imports/${moduleId}` : undefined
}

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
  const [open, setOpen] = useState(false)
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
  return (
    <>
      {!connected && <Alert role="status" color="yellow" p="xs" pos="fixed" bottom={12} left={12} style={{ zIndex: 300 }}>{words.offline}</Alert>}
      <Popover opened={open} onChange={setOpen} position="bottom-end" width={360} trapFocus>
        <Indicator label={<span data-testid="bell-count">{unread > 99 ? '99+' : unread}</span>} disabled={unread === 0} size={16} offset={6} color="red.8">
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.bell(unread)} onClick={() => setOpen(!open)} data-testid="bell">
              <BellIcon />
            </ActionIcon>
          </Popover.Target>
        </Indicator>
        <Popover.Dropdown p="sm" aria-label={words.notifications}>
          {open && <List leave={() => setOpen(false)} unread={unread} />}
        </Popover.Dropdown>
      </Popover>
    </>
  )
}

function List({ leave, unread }: { leave: () => void; unread: number }) {
  const words = useWords(shell)
  const [{ data, error }] = useQuery({ query: bellQuery, requestPolicy: 'cache-and-network' })
  const [, readAll] = useMutation(markAllRead)
  const items = data?.notificationPage?.items
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={600}>{words.notifications}</Text>
        {unread > 0 && <Button variant="subtle" size="compact-xs" onClick={() => void readAll({})}>{words.markAllRead}</Button>}
      </Group>
      <ErrorText fault={faultOf(error)} />
      {!items && !error && <Rows count={4} />}
      {items?.length === 0 && <Text size="sm" c="dimmed">{words.noNotifications}</Text>}
      <ScrollArea.Autosize mah={380} viewportProps={{ tabIndex: 0 }}>
        <Stack gap={2}>
          {items?.map((item) => <Entry key={item.id} item={item} leave={leave} />)}
        </Stack>
      </ScrollArea.Autosize>
    </Stack>
  )
}

function Entry({ item, leave }: { item: Notification; leave: () => void }) {
  const words = useWords(shell)
  const format = useFormat()
  const [, read] = useMutation(markRead)
  const [, navigate] = useLocation()
  const open = () => {
    if (item.status === 'Unread') {
      void read({ id: item.id })
    }
    const link = linkOf(item)
    if (link) {
      navigate(link)
      leave()
    }
  }
  return (
    <UnstyledButton onClick={open} p="xs" bdrs="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={item.status === 'Unread' ? 650 : 400}>
          {item.title}
          {item.status === 'Unread' && <Text span size="xs" c="pine"> · {words.unread}</Text>}
        </Text>
        <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>{format.ago(item.createdAt)}</Text>
      </Group>
      <Text size="sm" c="dimmed">{item.message}</Text>
    </UnstyledButton>
  )
}
