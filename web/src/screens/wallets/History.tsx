import { useQuery } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { today } from '../../parts/zone.ts'
import { Month } from '../wallet/Month.tsx'
import { MonthChoice } from '../wallet/MonthChoice.tsx'
import { Transactions, useFilter } from '../wallet/Transactions.tsx'
import { useMonth } from '../wallet/useMonth.ts'
import { clientMonthQuery } from './queries.ts'

// History shows a month of the wallet of a firm, and its transactions, as the firm itself sees them.
export function History({ firmId, timeZone }: { firmId: string; timeZone: string }) {
  const day = today(timeZone)
  const thisMonth = day.slice(0, 7)
  const { month, input, choose } = useMonth(thisMonth)
  const filter = useFilter()
  const [{ data, error }, again] = useQuery({
    query: clientMonthQuery,
    variables: { month: { firmId, ...input }, page: { firmId, ...filter.input(input) } },
    requestPolicy: 'cache-and-network',
  })
  const summary = data?.clientWalletSummary
  const transactions = data?.clientWalletTransactionPage
  return (
    <>
      <MonthChoice month={month} last={thisMonth} choose={(next) => { choose(next); filter.show(1) }} />
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {summary && <Month summary={summary} today={month === thisMonth ? day : undefined} />}
      {transactions ? <Transactions page={transactions} filter={filter} timeZone={timeZone} /> : !error && <Rows />}
    </>
  )
}
