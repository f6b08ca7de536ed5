import { Anchor, Table, Text } from '@mantine/core'
import { useQuery } from 'urql'
import { Link } from 'wouter'

import { faultOf } from '../../api/fault.ts'
import { Empty } from '../../parts/Empty.tsx'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Page } from '../../parts/Page.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { SearchInput } from '../../parts/SearchInput.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { screenNames } from '../../words/shell.ts'
import { clientWalletPageQuery } from './queries.ts'
import { Totals } from './Totals.tsx'
import { WalletPage } from './WalletPage.tsx'
import { wallets } from './words.ts'

// Wallets are those of all firms.
export default function Wallets({ id }: { id?: string }) {
  return id ? <WalletPage firmId={id} /> : <WalletList />
}

function WalletList() {
  const words = useWords(wallets)
  const title = useWords(screenNames).wallets
  const format = useFormat()
  const [searchTerm, search] = useAddress('search')
  const [page, setPage] = useAddress('page')
  const [{ data, error, fetching }, again] = useQuery({
    query: clientWalletPageQuery,
    variables: { input: { page: Number(page) || 1, pageSize: 50, ...(searchTerm && { searchTerm }) } },
    requestPolicy: 'cache-and-network',
  })
  const found = data?.clientWalletPage
  return (
    <Page title={title}>
      <Totals />
      <SearchInput
        value={searchTerm}
        label={words.searchWallets}
        search={(value) => {
          search(value)
          setPage('')
        }}
      />
      <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
      {!found && fetching && <Rows />}
      {found?.totalCount === 0 && <Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
      {found && found.items.length > 0 && (
        <Table.ScrollContainer minWidth={640}>
          <Table highlightOnHover>
            <Table.Thead>
              <Table.Tr><Table.Th>{words.firm}</Table.Th><Table.Th ta="right">{words.balance}</Table.Th><Table.Th ta="right">{words.available}</Table.Th><Table.Th>{words.plan}</Table.Th><Table.Th>{words.lastChange}</Table.Th></Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.items.map(({ firmId, firmName, balance, available, currency, pricingPlan, lastUpdated }) => (
                <Table.Tr key={firmId}>
                  <Table.Td><Anchor component={Link} href={`/admin/wallets/${firmId}`} size="sm" fw={550}>{firmName}</Anchor></Table.Td>
                  <Table.Td className="number">{format.money(balance, currency)}</Table.Td>
                  <Table.Td className="number">{format.money(available, currency)}</Table.Td>
                  <Table.Td>{pricingPlan?.name ?? <Text size="sm" c="dimmed">{words.noPlan}</Text>}</Table.Td>
                  <Table.Td>{format.ago(lastUpdated)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {found && <Pages page={Number(page) || 1} pageSize={found.pageSize} total={found.totalCount} count={found.items.length} show={(next) => setPage(next === 1 ? '' : String(next))} />}
    </Page>
  )
}
