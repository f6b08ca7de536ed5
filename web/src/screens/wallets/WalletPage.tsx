import { Anchor, Button, SimpleGrid, Table, Text, Title } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import type { ClientWalletQuery } from '../../api/generated/graphql.ts'
import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { Posting } from './Posting.tsx'
import { clientWalletQuery } from './queries.ts'
import { Figure } from './Totals.tsx'
import { wallets } from './words.ts'

// WalletPage shows the wallet of a firm, and posts to it.
export function WalletPage({ firmId }: { firmId: string }) {
  const words = useWords(wallets)
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
  return (
    <Page
      title={wallet.firmName}
      text={<>{back} · {wallet.pricingPlan?.name ?? words.noPlan}</>}
      actions={
        <>
          <Button onClick={() => setOpen('credit')}>{words.credit}</Button>
          <Button variant="default" onClick={() => setOpen('discount')}>{words.discount}</Button>
          <Button variant="default" onClick={() => setOpen('adjust')}>{words.adjust}</Button>
        </>
      }
    >
      <SimpleGrid cols={{ base: 2, md: 5 }}>
        <Figure name={words.balance}><span data-testid="balance">{format.money(wallet.balance, currency)}</span></Figure>
        <Figure name={words.totals.credit}>{format.money(totals.credit, currency)}</Figure>
        <Figure name={words.totals.debit}>{format.money(totals.debit, currency)}</Figure>
        <Figure name={words.totals.discount}>{format.money(totals.discount, currency)}</Figure>
        <Figure name={words.totals.adjustment}>{format.money(totals.adjustment, currency)}</Figure>
      </SimpleGrid>
      <Title order={2}>{words.lastTransactions}</Title>
      {wallet.transactions.length ? <Transactions transactions={wallet.transactions} /> : <Empty title={words.noTransactions} />}
      <Posting firmId={firmId} firmName={wallet.firmName} />
    </Page>
  )
}

function Transactions({ transactions }: { transactions: NonNullable<ClientWalletQuery['clientWallet']>['transactions'] }) {
  const words = useWords(wallets)
  const format = useFormat()
  return (
    <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.day}</Table.Th><Table.Th>{words.type}</Table.Th><Table.Th ta="right">{words.amount}</Table.Th>
            <Table.Th ta="right">{words.balance}</Table.Th><Table.Th>{words.reason}</Table.Th><Table.Th>{words.by}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {transactions.map(({ id, createdAt, type, amount, balanceAfter, currency, reason, bankRef, createdBy }) => (
            <Table.Tr key={id}>
              <Table.Td>{format.dateTime(createdAt)}</Table.Td>
              <Table.Td>{words.types[type]}</Table.Td>
              <Table.Td className="number">{format.money(amount, currency)}</Table.Td>
              <Table.Td className="number">{format.money(balanceAfter, currency)}</Table.Td>
              <Table.Td>{reason} {bankRef && <Text span size="xs" c="dimmed">{bankRef}</Text>}</Table.Td>
              <Table.Td>{createdBy}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
