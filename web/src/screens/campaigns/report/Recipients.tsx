import { Anchor, Group, NativeSelect, Paper, Table, Text, Title } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../../api/fault.ts'
import type { CampaignRecipientState } from '../../../api/generated/graphql.ts'
import { Download } from '../../../parts/Download.tsx'
import { ErrorText } from '../../../parts/ErrorText.tsx'
import { Pages } from '../../../parts/Pages.tsx'
import { Rows } from '../../../parts/Rows.tsx'
import { useAddress } from '../../../parts/useAddress.ts'
import { usePolling } from '../../../parts/usePolling.ts'
import { useCan } from '../../../session/me.ts'
import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.ts'
import { recipientsQuery, type Campaign } from '../queries.ts'
import { campaigns } from '../words.ts'
import { reasonOf } from './reason.ts'

const pageSize = 20

// Recipients are those of a campaign, with what became of each.
export function Recipients({ campaign: { id, status } }: { campaign: Campaign }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const can = useCan()
  const [state, setState] = useAddress('state')
  const [page, setPage] = useAddress('page')
  const chosen = state in words.states ? (state as CampaignRecipientState) : undefined
  const [{ data, error }, again] = useQuery({
    query: recipientsQuery,
    variables: { input: { id, page: Number(page) || 1, pageSize, ...(chosen && { state: chosen }) } },
    requestPolicy: 'cache-and-network',
  })
  usePolling(() => again({ requestPolicy: 'network-only' }), status === 'Preparing' || status === 'Running' ? 3 : 30)
  const found = data?.campaignRecipients
  const exported = `/api/v1/messaging/campaigns/${id}/recipients?${chosen ? `state=${chosen}&` : ''}format=`
  return (
    <Paper withBorder p="md" component="section" aria-label={words.recipients}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2}>{words.recipients}</Title>
        <Group gap="xs">
          <NativeSelect
            aria-label={words.state}
            value={chosen ?? ''}
            data={[{ value: '', label: words.anyState }, ...Object.entries(words.states).map(([value, label]) => ({ value, label }))]}
            onChange={(event) => {
              setState(event.currentTarget.value)
              setPage('')
            }}
          />
          <Download path={`${exported}csv`}>{words.exportCsv}</Download>
          <Download path={`${exported}ndjson`}>{words.exportNdjson}</Download>
        </Group>
      </Group>
      <ErrorText fault={faultOf(error)} />
      {!found ? !error && <Rows count={4} /> : found.items.length === 0 ? <Text size="sm" c="dimmed">{chosen ? words.noRecipients : words.noRecipientsYet}</Text> : (
        <Table.ScrollContainer minWidth={680}>
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.address}</Table.Th><Table.Th>{words.state}</Table.Th><Table.Th>{words.why}</Table.Th>
                <Table.Th>{words.sentAt}</Table.Th><Table.Th ta="right">{words.price}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.items.map((one) => {
                const address = one.address ?? words.noAddress
                return (
                  <Table.Tr key={one.id}>
                    <Table.Td>{can('Contact:View') ? <Anchor component={Link} href={`/contacts/${one.contactId}`} size="sm">{address}</Anchor> : address}</Table.Td>
                    <Table.Td>{words.states[one.state]}</Table.Td>
                    <Table.Td>{reasonOf(one, words) ?? <Text span size="sm" c="dimmed">–</Text>}</Table.Td>
                    <Table.Td>{one.sentAt ? format.dateTime(one.sentAt) : one.dueAt && one.state === 'Queued' ? <Text size="sm" c="dimmed">{words.due} {format.dateTime(one.dueAt)}</Text> : <Text size="sm" c="dimmed">–</Text>}</Table.Td>
                    <Table.Td className="number">{one.state === 'Skipped' ? '' : format.money(one.price)}</Table.Td>
                  </Table.Tr>
                )
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {found && <Pages page={found.page} pageSize={found.pageSize} total={found.totalCount} show={(next) => setPage(next === 1 ? '' : String(next))} />}
    </Paper>
  )
}
