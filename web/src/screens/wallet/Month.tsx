import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'

import type { WalletQuery } from '../../api/generated/graphql.ts'
import { Figure } from '../../parts/Figure.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { wallet } from './words.ts'

type Summary = NonNullable<WalletQuery['walletMonthlySummary']>

// Month sums a month up: the balance before it, what came and went, and the balance after it. today is the day of the firm when the
// month is its present one, whose days to come have nothing to show.
export function Month({ summary, today }: { summary: Summary; today: string | undefined }) {
  const words = useWords(wallet)
  const format = useFormat()
  const money = (amount: number) => format.money(amount, summary.currency)
  const name = format.month(`${summary.year}-${String(summary.month).padStart(2, '0')}`)
  const sums: [string, number][] = [
    [words.opening, summary.openingBalance],
    [words.credits, summary.totalCredit],
    [words.debits, summary.totalDebit && -summary.totalDebit],
    [words.discounts, summary.totalDiscount],
    [words.adjustments, summary.totalAdjustment],
    [today ? words.closingNow : words.closing, summary.closingBalance],
  ]
  return (
    <Stack gap="md" component="section" aria-label={name}>
      <Paper withBorder p="md">
        <Title order={2} mb="sm">{name}</Title>
        <SimpleGrid cols={{ base: 2, sm: 3, md: 6 }} spacing="sm" component="dl" m={0}>
          {sums.map(([label, amount]) => (
            <div key={label}>
              <Text component="dt" size="xs" c="dimmed">{label}</Text>
              <Text component="dd" m={0} fw={550} style={{ fontVariantNumeric: 'tabular-nums' }}>{money(amount)}</Text>
            </div>
          ))}
        </SimpleGrid>
      </Paper>
      {summary.transactionCount > 0 && <Days summary={summary} today={today} />}
    </Stack>
  )
}

function Days({ summary, today }: { summary: Summary; today: string | undefined }) {
  const words = useWords(wallet)
  const format = useFormat()
  let balance = summary.openingBalance
  const entries = summary.byDay.map(({ date, ...values }) => {
    balance += values.credit - values.debit + values.discount + values.adjustment
    return { name: format.day(date), short: format.shortDay(date), values: { ...values, balance }, date }
  })
  const shown = today ? entries.filter(({ date }) => date <= today) : entries
  const common = { label: words.day, entries: shown, write: (amount: number) => format.money(amount, summary.currency) }
  const columns = [{ name: 'credit', label: words.credits }, { name: 'discount', label: words.discounts }, { name: 'adjustment', label: words.adjustments }]
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} className="no-print">
      <Figure title={words.charged} kind="bars" numbers={{ ...common, series: [{ name: 'debit', label: words.debits }], columns }} />
      <Figure title={words.endOfDay} kind="lines" numbers={{ ...common, series: [{ name: 'balance', label: words.balance }] }} />
    </SimpleGrid>
  )
}
