import { Button, Group, Stack, Table, Text } from '@mantine/core'

import { Dialog } from '../../parts/Dialog.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { sum } from './sum.ts'
import { wallets } from './words.ts'

interface Props {
  title: string
  before: { balance: number; currency: string }
  amount: number
  busy: boolean
  post: () => void
  close: () => void
}

// Confirm shows the balance before and after a posting.
export function Confirm({ title, before, amount, busy, post, close }: Props) {
  const words = { ...useWords(general), ...useWords(wallets) }
  const format = useFormat()
  const rows: [string, number][] = [[words.before, before.balance], [words.amount, amount], [words.after, sum(before.balance, amount)]]
  return (
    <Dialog opened onClose={close} title={title}>
      <Stack>
        <Table>
          <Table.Tbody>
            {rows.map(([name, value]) => (
              <Table.Tr key={name}><Table.Th scope="row">{name}</Table.Th><Table.Td className="number">{format.money(value, before.currency)}</Table.Td></Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="dimmed">{words.never}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>{words.cancel}</Button>
          <Button loading={busy} onClick={post} data-testid="confirm">{words.post}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
