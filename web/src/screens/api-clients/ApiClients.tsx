import { Anchor, Badge, Button, Paper, SegmentedControl, Table, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import type { ApiClientStatus, ApiClientStatusFilter } from '../../api/generated/graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useCan } from '../../session/me.ts'
import { PlusIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Client } from './Client.tsx'
import { Create } from './Form.tsx'
import { apiClientPageQuery } from './queries.ts'
import { apiClients } from './words.ts'

const filters: ApiClientStatusFilter[] = ['Active', 'Expired', 'Revoked', 'All']

// ApiClients lists the keys of the firm, or shows the one of the address.
export default function ApiClients({ id }: { id?: string }) {
  return id ? <Client id={id} /> : <List />
}

export function Status({ status }: { status: ApiClientStatus }) {
  const words = useWords(apiClients)
  return <Badge variant={status === 'Active' ? 'light' : 'default'} tt="none" miw="max-content">{words[status]}</Badge>
}

function List() {
  const words = { ...useWords(general), ...useWords(apiClients) }
  const format = useFormat()
  const can = useCan()
  const title = useWords(screenNames)['api-clients']
  const [chosen, choose] = useAddress('status')
  const [number, setNumber] = useAddress('page')
  const [open, setOpen] = useAddress('open')
  const status = filters.find((one) => one === chosen) ?? 'Active'
  const show = (next: number) => setNumber(next > 1 ? String(next) : '')
  const input = { status, page: Math.max(1, Number.parseInt(number) || 1), pageSize: 20 }
  const [{ data, error }] = useQuery({ query: apiClientPageQuery, variables: { input }, requestPolicy: 'cache-and-network' })
  const page = data?.apiClientPage
  const create = can('ApiClient:Create') && <Button leftSection={<PlusIcon size={15} />} onClick={() => setOpen('new')}>{words.create}</Button>
  return (
    <Page title={title} text={words.text} actions={create}>
      <div>
        <SegmentedControl
          size="xs"
          aria-label={words.status}
          value={status}
          onChange={(next) => { choose(next === 'Active' ? '' : next); show(1) }}
          data={filters.map((value) => ({ value, label: words[value] }))}
        />
      </div>
      <ErrorText fault={faultOf(error)} />
      {!page && !error && <Rows />}
      {page?.totalCount === 0 && <Empty title={words.empty}>{status === 'Active' || status === 'All' ? words.emptyText : words.emptyFiltered}</Empty>}
      {page && page.items.length > 0 && (
        <Paper withBorder>
          <Table.ScrollContainer minWidth={640}>
            <Table highlightOnHover>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{words.name}</Table.Th><Table.Th>{words.key}</Table.Th><Table.Th>{words.status}</Table.Th><Table.Th>{words.lastUsed}</Table.Th><Table.Th>{words.expires}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {page.items.map((one) => (
                  <Table.Tr key={one.id}>
                    <Table.Td>
                      <Anchor component={Link} href={`/api-clients/${one.id}`} size="sm" fw={550}>{one.name}</Anchor>
                      {one.description && <Text size="xs" c="dimmed">{one.description}</Text>}
                    </Table.Td>
                    <Table.Td ff="monospace">{one.keyPrefix}…</Table.Td>
                    <Table.Td><Status status={one.status} /></Table.Td>
                    <Table.Td>{one.lastUsedAt ? format.ago(one.lastUsedAt) : words.never}</Table.Td>
                    <Table.Td>{one.expiresAt ? format.dateTime(one.expiresAt) : words.never}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
      {page && <Pages page={page.page} pageSize={page.pageSize} total={page.totalCount} count={page.items.length} show={show} />}
      <SidePanel opened={open === 'new' && can('ApiClient:Create')} onClose={() => setOpen('')} title={words.createTitle}>
        <Create close={() => setOpen('')} />
      </SidePanel>
    </Page>
  )
}
