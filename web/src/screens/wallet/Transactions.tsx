import { Badge, Group, NativeSelect, Paper, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core'

import type { WalletQuery, WalletTransactionType } from '../../api/generated/graphql.ts'
import { Empty } from '../../parts/Empty.tsx'
import { Pages } from '../../parts/Pages.tsx'
import { useAddress } from '../../parts/useAddress.ts'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { wallet } from './words.ts'

type Page = NonNullable<WalletQuery['walletTransactionPage']>

const types: WalletTransactionType[] = ['Debit', 'Credit', 'Discount', 'Adjustment']
const colours = { Debit: 'gray', Credit: 'pine', Discount: 'blue', Adjustment: 'grape' }

// useFilter keeps in the address which transactions are shown.
export function useFilter() {
  const [range, setRange] = useAddress('range')
  const [type, setType] = useAddress('type')
  const [page, setPage] = useAddress('page')
  const show = (next: number) => setPage(next > 1 ? String(next) : '')
  const all = range === 'all'
  const chosen = types.filter((one) => one === type)
  return {
    all,
    types: chosen,
    // input asks for the page of a month, or of all of them.
    input: (month: { year: number; month: number }) => ({
      ...(all ? {} : month), types: chosen.length ? chosen : undefined, page: Math.max(1, Number.parseInt(page) || 1), pageSize: all ? 20 : 100,
    }),
    show,
    setAll: (all: boolean) => { setRange(all ? 'all' : ''); show(1) },
    setType: (next: string) => { setType(next); show(1) },
  }
}

// Transactions lists those of a page, with their times in a time zone, which without another is that of the own firm.
export function Transactions({ page, filter, timeZone }: { page: Page; filter: ReturnType<typeof useFilter>; timeZone?: string }) {
  const words = useWords(wallet)
  const { all, types: chosen } = filter
  return (
    <Stack gap="sm" component="section" aria-label={words.transactions}>
      <Group justify="space-between">
        <Title order={2}>{words.transactions}</Title>
        <Group gap="xs" className="no-print">
          <SegmentedControl
            size="xs"
            aria-label={words.range}
            value={all ? 'all' : 'month'}
            onChange={(range) => filter.setAll(range === 'all')}
            data={[{ value: 'month', label: words.thisMonth }, { value: 'all', label: words.allMonths }]}
          />
          <NativeSelect
            size="xs"
            aria-label={words.types}
            value={chosen[0] ?? ''}
            onChange={(event) => filter.setType(event.currentTarget.value)}
            data={[{ value: '', label: words.allTypes }, ...types.map((value) => ({ value, label: words[value] }))]}
          />
        </Group>
      </Group>
      {page.items.length > 0 ? (
        <Paper withBorder>
          <List items={page.items} timeZone={timeZone} />
        </Paper>
      ) : page.totalCount > 0 ? null : all && chosen.length === 0 ? (
        <Empty title={words.nothingYet}>{words.nothingYetText}</Empty>
      ) : (
        <Empty title={words.noTransactions}>{words.noTransactionsText}</Empty>
      )}
      <Pages page={page.page} pageSize={page.pageSize} total={page.totalCount} count={page.items.length} show={filter.show} />
    </Stack>
  )
}

function List({ items, timeZone }: { items: Page['items']; timeZone: string | undefined }) {
  const words = useWords(wallet)
  const format = useFormat(timeZone)
  return (
    <Table.ScrollContainer minWidth={760}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.date}</Table.Th><Table.Th>{words.type}</Table.Th><Table.Th>{words.reason}</Table.Th><Table.Th>{words.by}</Table.Th>
            <Table.Th className="number">{words.amount}</Table.Th><Table.Th className="number">{words.balanceAfter}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{format.dateTime(item.createdAt)}</Table.Td>
              <Table.Td><Badge variant="light" color={colours[item.type]} tt="none" miw="max-content">{words[item.type]}</Badge></Table.Td>
              <Table.Td>
                {item.reason}
                {item.reference && <Text span size="sm" c="dimmed"> · {item.reference}</Text>}
                {item.bankRef && <Text span size="sm" c="dimmed"> · {words.bankRef(item.bankRef)}</Text>}
              </Table.Td>
              <Table.Td><Text size="sm" c="dimmed">{item.createdBy}</Text></Table.Td>
              <Table.Td className="number">{item.amount > 0 ? '+' : ''}{format.money(item.amount, item.currency)}</Table.Td>
              <Table.Td className="number">{format.money(item.balanceAfter, item.currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
