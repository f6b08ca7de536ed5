import { Box, List, Stack, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { changesOf, type Change } from './changes.ts'
import { nameIn } from './priceName.ts'
import { planHistoryQuery, type Plan } from './queries.ts'
import { pricing } from './words.ts'

// History says who has changed what of a plan, and when. It is read from the audit log.
export function History({ plan }: { plan: Plan }) {
  const words = { ...useWords(general), ...useWords(pricing) }
  const format = useFormat()
  const [page, show] = useState(1)
  const [{ data, error }] = useQuery({ query: planHistoryQuery, variables: { id: plan.id, page }, requestPolicy: 'cache-and-network' })
  const log = data?.auditLog
  return (
    <Stack gap="xs" component="section" aria-label={words.history}>
      <Title order={2}>{words.history}</Title>
      <ErrorText fault={faultOf(error)} />
      {!log && !error && <Rows count={3} />}
      {log?.totalCount === 0 && <Text size="sm" c="dimmed">{words.noHistory}</Text>}
      {log && log.items.length > 0 && (
        <Box style={{ overflow: 'auto' }} tabIndex={0} role="group" aria-label={words.history}>
          <Table verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr><Table.Th>{words.changed}</Table.Th><Table.Th>{words.what}</Table.Th></Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {log.items.map(({ id, createdAt, actor, before, after }) => (
                <Table.Tr key={id} style={{ verticalAlign: 'top' }}>
                  <Table.Td>
                    <Text size="sm" style={{ whiteSpace: 'nowrap' }}>{format.dateTime(createdAt)}</Text>
                    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>{actor.name}</Text>
                  </Table.Td>
                  <Table.Td>
                    {!before && <Text size="sm">{words.created}</Text>}
                    <List size="sm" listStyleType="none">
                      {changesOf(before, after).map((change) => <Line key={`${change.of} ${change.name}`} change={change} currency={plan.currency} />)}
                    </List>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      )}
      {log && <Pages page={page} pageSize={log.pageSize} total={log.totalCount} count={log.items.length} show={show} />}
    </Stack>
  )
}

function Line({ change: { name, of, before, after }, currency }: { change: Change; currency: string }) {
  const words = { ...useWords(general), ...useWords(pricing) }
  const language = useLanguage()
  const format = useFormat()
  const named: Record<string, string> = { name: words.name, description: words.description, isDefault: words.standard, isActive: words.active, currency: words.currency, chargeOn: words.chargeOn }
  const write = (value: unknown) => {
    switch (of) {
      case 'price':
        return value === undefined ? words.free : format.money(Number(value), currency)
      case 'unit':
        return value === 'Segment' ? words.units.Segment : words.units.Message
      case 'free':
        return words.freeUnits(format.number(Number(value ?? 0)))
    }
    if (name === 'chargeOn') {
      return value === 'Delivered' ? words.chargedOn.Delivered : words.chargedOn.Sent
    }
    return typeof value === 'boolean' ? (value ? words.yes : words.no) : String(value || words.none)
  }
  const title = named[name] ?? nameIn(name, words, language)
  return (
    <List.Item>
      {title}: {before !== undefined || of !== 'field' ? <>{write(before)} → </> : null}<Text span inherit fw={550}>{write(after)}</Text>
    </List.Item>
  )
}
