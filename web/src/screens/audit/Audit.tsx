import { Anchor, Badge, Button, Group, Paper, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { Download } from '../../parts/Download.tsx'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { addDays, beginning } from '../../parts/zone.ts'
import { useMe } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Opened } from './Opened.tsx'
import { auditQuery } from './queries.ts'
import { audit } from './words.ts'

// Audit lists who changed what. The entry of the address is shown at the side.
export default function Audit() {
  const words = { ...useWords(general), ...useWords(audit) }
  const format = useFormat()
  const title = useWords(screenNames).audit
  const zone = useMe().firm?.timeZone ?? 'UTC'
  const [action, setAction] = useAddress('action')
  const [typed, setTyped] = useState(action)
  const [actor, setActor] = useAddress('actor')
  const [from, setFrom] = useAddress('from')
  const [to, setTo] = useAddress('to')
  const [number, setNumber] = useAddress('page')
  const [open, setOpen] = useAddress('open')
  const show = (next: number) => setNumber(next > 1 ? String(next) : '')
  const filterBy = useDebouncedCallback((next: string) => { setAction(next.trim()); show(1) }, 300)
  const filter = {
    ...(action && { action }),
    ...(actor && { actorId: actor }),
    ...(isDay(from) && { from: beginning(from, zone) }),
    ...(isDay(to) && { to: beginning(addDays(to, 1), zone) }),
  }
  const input = { ...filter, page: Math.max(1, Number.parseInt(number) || 1), pageSize: 50 }
  const [{ data, error }] = useQuery({ query: auditQuery, variables: { input }, requestPolicy: 'cache-and-network' })
  const page = data?.auditLog
  const actorName = page?.items.find((one) => one.actor.actorId === actor)?.actor.name ?? actor
  return (
    <Page title={title} text={words.text} actions={<Download path={`/api/v1/audit/export?${new URLSearchParams({ ...filter, format: 'csv' })}`}>{words.export}</Download>}>
      <Group gap="sm" align="flex-end">
        <TextInput size="xs" label={words.action} placeholder={words.actionText} w={220} value={typed} onChange={(event) => { setTyped(event.currentTarget.value); filterBy(event.currentTarget.value) }} />
        <TextInput size="xs" type="date" label={words.from} value={from} onChange={(event) => { setFrom(event.currentTarget.value); show(1) }} />
        <TextInput size="xs" type="date" label={words.to} value={to} onChange={(event) => { setTo(event.currentTarget.value); show(1) }} />
        {actor && <Button size="xs" variant="default" onClick={() => { setActor(''); show(1) }}>{words.onlyActor(actorName)} ✕ {words.allActors}</Button>}
      </Group>
      <ErrorText fault={faultOf(error)} />
      {!page && !error && <Rows />}
      {page?.totalCount === 0 && <Empty title={words.empty}>{words.emptyText}</Empty>}
      {page && page.items.length > 0 && (
        <Paper withBorder>
          <Table.ScrollContainer minWidth={640}>
            <Table highlightOnHover>
              <Table.Thead>
                <Table.Tr><Table.Th>{words.time}</Table.Th><Table.Th>{words.action}</Table.Th><Table.Th>{words.target}</Table.Th><Table.Th>{words.actor}</Table.Th></Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {page.items.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>{format.dateTime(one.createdAt)}</Table.Td>
                    <Table.Td><Anchor component="button" type="button" size="sm" onClick={() => setOpen(one.id)}>{one.action}</Anchor></Table.Td>
                    <Table.Td>{one.target.name}</Table.Td>
                    <Table.Td>
                      <Group gap={6} wrap="nowrap">
                        {one.actor.actorId ? (
                          <Anchor component="button" type="button" size="sm" title={words.onlyActor(one.actor.name)} onClick={() => { setActor(one.actor.actorId ?? ''); show(1) }}>{one.actor.name}</Anchor>
                        ) : (
                          <Text size="sm">{one.actor.name}</Text>
                        )}
                        <Badge variant="default" size="sm" tt="none" miw="max-content">{words[one.actor.kind]}</Badge>
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
      {page && <Pages page={page.page} pageSize={page.pageSize} total={page.totalCount} count={page.items.length} show={show} />}
      {open && <Opened key={open} id={open} entry={page?.items.find((one) => one.id === open)} isRead={Boolean(page ?? error)} close={() => setOpen('')} />}
    </Page>
  )
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
}
