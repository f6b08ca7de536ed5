import { Alert, Button, Group, Paper, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { graphql } from '../../api/graphql.ts'
import { Download } from '../../parts/Download.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { usePolling } from '../../parts/usePolling.ts'
import { today } from '../../parts/zone.ts'
import { useMe } from '../../session/me.ts'
import { PrintIcon } from '../../shell/icons.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Month } from './Month.tsx'
import { MonthChoice } from './MonthChoice.tsx'
import { Transactions, useFilter } from './Transactions.tsx'
import { useMonth } from './useMonth.ts'
import { wallet } from './words.ts'

const walletQuery = graphql(`
  query Wallet($month: WalletMonthInput!, $page: WalletTransactionPageInput!) {
    walletBalance { balance held available currency lastUpdated lowBalanceThreshold }
    walletMonthlySummary(input: $month) {
      year month currency openingBalance totalCredit totalDebit totalDiscount totalAdjustment closingBalance transactionCount
      byDay { date debit credit discount adjustment }
    }
    walletTransactionPage(input: $page) {
      items { id type amount balanceAfter currency reason bankRef reference createdBy createdAt }
      totalCount page pageSize
    }
  }
`)

// Wallet shows what the firm has, and what became of it in a month. Everything is read anew every few
// seconds, so that the balance is that of now.
export default function Wallet() {
  const words = { ...useWords(general), ...useWords(wallet) }
  const format = useFormat()
  const title = useWords(screenNames).wallet
  const day = today(useMe().firm?.timeZone ?? 'UTC')
  const thisMonth = day.slice(0, 7)
  const { month, input, choose } = useMonth(thisMonth)
  const filter = useFilter()
  const [{ data, error }, again] = useQuery({ query: walletQuery, variables: { month: input, page: filter.input(input) }, requestPolicy: 'cache-and-network' })
  usePolling(() => again({ requestPolicy: 'network-only' }), 15)
  const balance = data?.walletBalance
  const threshold = balance?.lowBalanceThreshold
  const summary = data?.walletMonthlySummary
  const transactions = data?.walletTransactionPage
  const actions = (
    <Group gap="xs" className="no-print">
      <Download path={`/api/v1/wallet/statement?year=${input.year}&month=${input.month}&format=csv`}>{words.statement}</Download>
      <Button variant="default" leftSection={<PrintIcon size={15} />} onClick={() => window.print()}>{words.print}</Button>
    </Group>
  )
  return (
    <Page title={title} actions={actions}>
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: 'end' }}>
        {balance ? (
          <Paper withBorder px="md" py="sm" aria-live="polite">
            <Text size="sm" c="dimmed">{words.balance}</Text>
            <Text fz={26} fw={650} lh={1.25} data-testid="balance" style={{ fontVariantNumeric: 'tabular-nums' }}>{format.money(balance.balance, balance.currency)}</Text>
            {balance.held > 0 && (
              <Text size="sm" data-testid="available">{words.available(format.money(balance.available, balance.currency), format.money(balance.held, balance.currency))}</Text>
            )}
            <Text size="sm" c="dimmed">{words.lastChanged(format.ago(balance.lastUpdated))}</Text>
            {typeof threshold === 'number' && <Text size="sm" c="dimmed">{words.notifiedBelow(format.money(threshold, balance.currency))}</Text>}
          </Paper>
        ) : (
          !error && <Rows count={3} />
        )}
        <MonthChoice month={month} last={thisMonth} choose={(next) => { choose(next); filter.show(1) }} />
      </SimpleGrid>
      {balance && typeof threshold === 'number' && balance.balance < threshold && (
        <Alert color="yellow" variant="light" role="alert" title={words.low(format.money(threshold, balance.currency))}>{words.lowText}</Alert>
      )}
      {summary && <Month summary={summary} today={month === thisMonth ? day : undefined} />}
      {transactions ? <Transactions page={transactions} filter={filter} /> : !error && <Rows />}
    </Page>
  )
}
