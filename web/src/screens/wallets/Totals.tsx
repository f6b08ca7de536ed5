import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { walletDashboardQuery } from './queries.ts'
import { Spending } from './Spending.tsx'
import { wallets } from './words.ts'

// Totals sum the wallets up. Currencies are never added.
export function Totals() {
  const words = useWords(wallets)
  const format = useFormat()
  const [{ data, error }] = useQuery({ query: walletDashboardQuery, requestPolicy: 'cache-and-network' })
  const totals = data?.walletDashboard
  if (!totals) {
    return error ? <ErrorText fault={faultOf(error)} /> : <Skeleton height={96} />
  }
  const amounts = (sums: { currency: string; amount: number }[]) =>
    sums.length === 0 ? '–' : sums.map(({ currency, amount }) => <div key={currency}>{format.money(amount, currency)}</div>)
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 5 }}>
        <Figure name={words.balances}>{amounts(totals.totalBalance)}</Figure>
        <Figure name={words.heldOfAll}>{amounts(totals.totalHeld)}</Figure>
        <Figure name={words.credited}>{amounts(totals.creditsThisMonth)}</Figure>
        <Figure name={words.charged}>{amounts(totals.debitsThisMonth)}</Figure>
        <Figure name={words.low}>
          {format.number(totals.lowBalanceCount)} <Text span size="sm" c="dimmed">{words.ofFirms(format.number(totals.firmCount))}</Text>
        </Figure>
      </SimpleGrid>
      <Spending totals={totals} />
    </>
  )
}

export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Paper withBorder p="sm">
      <Text size="xs" c="dimmed">{name}</Text>
      <Text component="div" fw={600} style={{ fontVariantNumeric: 'tabular-nums' }}>{children}</Text>
    </Paper>
  )
}
