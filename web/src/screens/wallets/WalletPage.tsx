import { Anchor, Button, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { History } from './History.tsx'
import { Posting } from './Posting.tsx'
import { clientWalletQuery } from './queries.ts'
import { Figure } from './Totals.tsx'
import { wallets } from './words.ts'

// WalletPage shows the wallet of a firm, and posts to it.
export function WalletPage({ firmId }: { firmId: string }) {
  const words = { ...useWords(general), ...useWords(wallets) }
  const title = useWords(screenNames).wallets
  const format = useFormat()
  const [, setOpen] = useAddress('open')
  const [{ data, error }] = useQuery({ query: clientWalletQuery, variables: { firmId }, requestPolicy: 'cache-and-network' })
  const wallet = data?.clientWallet
  const fault = faultOf(error)
  const back = <Anchor component={Link} href="/admin/wallets" size="sm" underline="always">{words.back}</Anchor>
  if (!wallet) {
    return (
      <Page title={title} text={back}>
        {fault?.code === 'NotFound' || fault?.code === 'ValidationError' ? <Text>{words.gone}</Text> : fault ? <ErrorText fault={fault} /> : <Rows />}
      </Page>
    )
  }
  const { currency, totals } = wallet
  const threshold = data.clientWalletBalance?.lowBalanceThreshold
  return (
    <Page
      title={wallet.firmName}
      text={<>{back} · {wallet.pricingPlan?.name ?? words.noPlan}{typeof threshold === 'number' && <> · {words.notifiedBelow(format.money(threshold, currency))}</>}</>}
      actions={
        <>
          <Button onClick={() => setOpen('credit')}>{words.credit}</Button>
          <Button variant="default" onClick={() => setOpen('discount')}>{words.discount}</Button>
          <Button variant="default" onClick={() => setOpen('adjust')}>{words.adjust}</Button>
        </>
      }
    >
      <SimpleGrid cols={{ base: 2, md: wallet.held > 0 ? 7 : 5 }}>
        <Figure name={words.balance}><span data-testid="balance">{format.money(wallet.balance, currency)}</span></Figure>
        {wallet.held > 0 && (
          <>
            <Figure name={words.held}>{format.money(wallet.held, currency)}</Figure>
            <Figure name={words.available}>{format.money(wallet.available, currency)}</Figure>
          </>
        )}
        <Figure name={words.totals.credit}>{format.money(totals.credit, currency)}</Figure>
        <Figure name={words.totals.debit}>{format.money(totals.debit, currency)}</Figure>
        <Figure name={words.totals.discount}>{format.money(totals.discount, currency)}</Figure>
        <Figure name={words.totals.adjustment}>{format.money(totals.adjustment, currency)}</Figure>
      </SimpleGrid>
      <History firmId={firmId} timeZone={data.firm?.timeZone ?? 'UTC'} />
      <Posting firmId={firmId} firmName={wallet.firmName} />
    </Page>
  )
}
