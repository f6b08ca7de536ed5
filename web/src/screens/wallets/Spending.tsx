import { Anchor, Box, Group, NativeSelect, Paper, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'

import type { WalletDashboardQuery } from '../../api/generated/graphql.ts'
import { Figure } from '../../parts/Figure.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { wallets } from './words.ts'

type Totals = NonNullable<WalletDashboardQuery['walletDashboard']>

// Spending shows what was charged and credited on each of the last 30 days, and which firms were
// charged most, in one currency at a time.
export function Spending({ totals }: { totals: Totals }) {
  const words = useWords(wallets)
  const format = useFormat()
  const currencies = totals.totalBalance.map(({ currency }) => currency)
  const [chosen, choose] = useState('')
  const currency = currencies.includes(chosen) ? chosen : (totals.topSpenders[0]?.currency ?? currencies[0])
  if (!currency) {
    return null
  }
  const entries = totals.daily
    .filter((day) => day.currency === currency)
    .map(({ date, credit, debit }) => ({ name: format.day(date), short: format.shortDay(date), values: { credit, debit } }))
  const series = [{ name: 'debit', label: words.totals.debit }, { name: 'credit', label: words.totals.credit }]
  return (
    <Stack gap="sm">
      {currencies.length > 1 && (
        <Group justify="flex-end"><NativeSelect size="xs" aria-label={words.currency} value={currency} data={currencies} onChange={(event) => choose(event.currentTarget.value)} /></Group>
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Figure title={words.daily} text={words.inUtc} kind="bars" numbers={{ label: words.date, entries, series, write: (amount) => format.money(amount, currency) }} />
        <Spenders spenders={totals.topSpenders.filter((spender) => spender.currency === currency)} />
      </SimpleGrid>
    </Stack>
  )
}

function Spenders({ spenders }: { spenders: Totals['topSpenders'] }) {
  const words = useWords(wallets)
  const format = useFormat()
  return (
    <Paper withBorder p="md" component="section" aria-label={words.spenders}>
      <Title order={2} mb="sm">{words.spenders}</Title>
      {spenders.length === 0 && <Text size="sm" c="dimmed">{words.noSpenders}</Text>}
      {spenders.length > 0 && (
        <Box style={{ overflow: 'auto' }} tabIndex={0} role="group" aria-label={words.spenders}>
          <Table>
            <Table.Thead>
              <Table.Tr><Table.Th>{words.firm}</Table.Th><Table.Th className="number">{words.totals.debit}</Table.Th></Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {spenders.map(({ firmId, firmName, amount, currency }) => (
                <Table.Tr key={firmId}>
                  <Table.Td><Anchor component={Link} href={`/admin/wallets/${firmId}`} size="sm">{firmName}</Anchor></Table.Td>
                  <Table.Td className="number">{format.money(amount, currency)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
      )}
    </Paper>
  )
}
