import { Paper, Stack, Table, Title } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Figure } from '../../parts/Figure.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { addDays } from '../../parts/zone.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { usageQuery } from './queries.ts'
import { apiClients } from './words.ts'

// Usage shows the calls of the last 30 days that were made with a key.
export function Usage({ id }: { id: string }) {
  const words = useWords(apiClients)
  const format = useFormat()
  const [number, setNumber] = useAddress('page')
  const [from] = useState(() => `${addDays(new Date().toISOString().slice(0, 10), -29)}T00:00:00Z`)
  const input = { id, from, pageNumber: Math.max(1, Number.parseInt(number) || 1), pageSize: 20 }
  const [{ data, error }] = useQuery({ query: usageQuery, variables: { input }, requestPolicy: 'cache-and-network' })
  const usage = data?.apiClientUsage
  if (!usage) {
    return error ? <ErrorText fault={faultOf(error)} /> : <Rows />
  }
  const { summary } = usage
  if (summary.totalRequests === 0) {
    return <Empty title={words.noCalls}>{words.noCallsText}</Empty>
  }
  const numbers = {
    label: words.day,
    entries: summary.byDay.map(({ date, count }) => ({ name: format.day(date), short: format.shortDay(date), values: { count } })),
    series: [{ name: 'count', label: words.calls }],
    write: format.number,
  }
  return (
    <Stack gap="md">
      <Figure title={words.usage} text={words.usageText(format.number(summary.totalRequests), format.number(summary.errorCount))} kind="bars" numbers={numbers} />
      <Paper withBorder p="md" component="section" aria-label={words.lastCalls}>
        <Title order={2} mb="sm">{words.lastCalls}</Title>
        <Table.ScrollContainer minWidth={640}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.time}</Table.Th><Table.Th>{words.call}</Table.Th><Table.Th className="number">{words.answer}</Table.Th><Table.Th>{words.from}</Table.Th><Table.Th className="number">{words.duration}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {usage.items.map((call, row) => (
                <Table.Tr key={row}>
                  <Table.Td>{format.dateTime(call.timestamp)}</Table.Td><Table.Td ff="monospace">{call.method} {call.path}</Table.Td><Table.Td className="number">{call.statusCode}</Table.Td>
                  <Table.Td>{call.ipAddress}</Table.Td><Table.Td className="number">{format.number(Math.round(call.durationMs))} ms</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Paper>
      <Pages page={usage.page} pageSize={usage.pageSize} total={usage.totalCount} count={usage.items.length} show={(next) => setNumber(next > 1 ? String(next) : '')} />
    </Stack>
  )
}
