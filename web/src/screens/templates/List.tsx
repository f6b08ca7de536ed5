import { Anchor, Button, Group, Paper, Select, Table, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import type { ChannelKind, MessageCategory, TemplateStatus } from '../../api/generated/graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { SearchInput } from '../../parts/SearchInput.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useCan } from '../../session/me.ts'
import { PlusIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { templatesQuery, type ListedTemplate } from './queries.ts'
import { Status } from './Status.tsx'
import { Sync } from './Sync.tsx'
import { templates } from './words.ts'

// List shows the templates of a filter, except for those that are being deleted.
export function List({ hidden }: { hidden: ReadonlySet<string> }) {
  const words = { ...useWords(general), ...useWords(templates) }
  const title = useWords(screenNames).templates
  const can = useCan()
  const [searchTerm, search] = useAddress('search')
  const [status, setStatus] = useAddress('status')
  const [kind, setKind] = useAddress('kind')
  const [category, setCategory] = useAddress('category')
  const [number, setNumber] = useAddress('page')
  const known = <Value extends string>(value: string, names: Record<Value, string>) => (value in names ? (value as Value) : undefined)
  const input = {
    searchTerm: searchTerm || undefined,
    status: known<TemplateStatus>(status, words.statuses),
    kind: known<ChannelKind>(kind, words.kinds),
    category: known<MessageCategory>(category, words.categories),
    page: Math.max(1, Number.parseInt(number) || 1),
    pageSize: 50,
  }
  const [{ data, error }, again] = useQuery({ query: templatesQuery, variables: { input }, requestPolicy: 'cache-and-network' })
  const page = data?.templates
  const shown = page?.items.filter(({ id }) => !hidden.has(id))
  const filter = (set: (value: string) => void) => (value: string | null) => {
    set(value ?? '')
    setNumber('')
  }
  const choices = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
  const filtered = Boolean(searchTerm || input.status || input.kind || input.category)
  const create = can('MessagingTemplate:Create') && (
    <Button component={Link} href="/templates/new" leftSection={<PlusIcon size={15} />} data-testid="new-template">{words.create}</Button>
  )
  return (
    <Page title={title} text={words.text} actions={<>{can('MessagingTemplate:Edit') && <Sync />}{create}</>}>
      <Group gap="xs">
        <SearchInput value={searchTerm} search={filter(search)} label={words.searchNames} />
        <Select aria-label={words.status} placeholder={words.anyStatus} data={choices(words.statuses)} value={input.status ?? null} onChange={filter(setStatus)} clearable w={170} />
        <Select aria-label={words.kind} placeholder={words.anyKind} data={choices(words.kinds)} value={input.kind ?? null} onChange={filter(setKind)} clearable w={150} />
        <Select aria-label={words.category} placeholder={words.anyCategory} data={choices(words.categories)} value={input.category ?? null} onChange={filter(setCategory)} clearable w={170} />
      </Group>
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!shown && !error && <Rows />}
      {page && shown?.length === 0 && page.totalCount <= page.items.length && (filtered ? <Empty title={words.nothing}>{words.nothingText}</Empty> : <Empty title={words.empty}>{words.emptyText}</Empty>)}
      {shown && shown.length > 0 && <TemplateTable rows={shown} />}
      {page && <Pages page={page.page} pageSize={page.pageSize} total={page.totalCount} count={page.items.length} show={(next) => setNumber(next > 1 ? String(next) : '')} />}
    </Page>
  )
}

function TemplateTable({ rows }: { rows: ListedTemplate[] }) {
  const words = { ...useWords(general), ...useWords(templates) }
  const format = useFormat()
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={760}>
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.name}</Table.Th><Table.Th>{words.language}</Table.Th><Table.Th>{words.kind}</Table.Th><Table.Th>{words.category}</Table.Th>
              <Table.Th>{words.status}</Table.Th><Table.Th>{words.version}</Table.Th><Table.Th>{words.changed}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.id}>
                <Table.Td><Anchor component={Link} href={`/templates/${row.id}`} size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>{row.name}</Anchor></Table.Td>
                <Table.Td>{row.language}</Table.Td>
                <Table.Td>{words.kinds[row.kind]}</Table.Td>
                <Table.Td>{words.categories[row.category]}</Table.Td>
                <Table.Td>
                  <Status status={row.status} />
                  {row.statusReason && <Text size="xs" c="dimmed">{row.statusReason}</Text>}
                </Table.Td>
                <Table.Td>
                  {row.version}
                  {row.approvedVersion && row.approvedVersion !== row.version && <Text size="xs" c="dimmed">{words.inUse(row.approvedVersion)}</Text>}
                </Table.Td>
                <Table.Td>{format.ago(row.updatedAt)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
