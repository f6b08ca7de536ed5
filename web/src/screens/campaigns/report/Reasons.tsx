import { Anchor, Button, Paper, Table, Text, Title } from '@mantine/core'

import { useAddress } from '../../../parts/useAddress.ts'
import { useFormat } from '../../../words/format.ts'
import { general } from '../../../words/general.ts'
import { useWords } from '../../../words/language.ts'
import { campaigns } from '../words.ts'
import { keyOf, reasonOf } from './reason.ts'
import type { useRefused } from './useRefused.ts'

// Reasons counts why contacts were skipped, and why messages failed, and filters the recipients by them.
export function Reasons({ refused: { all, isFaulty, again } }: { refused: ReturnType<typeof useRefused> }) {
  const words = { ...useWords(general), ...useWords(campaigns) }
  const format = useFormat()
  const [, setReason] = useAddress('reason')
  const [, setState] = useAddress('state')
  const [, setPage] = useAddress('page')
  const sums = new Map<string, { text: string; count: number }>()
  all?.forEach((one) => {
    const text = `${words.states[one.state]}: ${reasonOf(one, words) ?? '–'}`
    sums.set(keyOf(one), { text, count: (sums.get(keyOf(one))?.count ?? 0) + 1 })
  })
  const filter = (reason: string) => {
    setReason(reason)
    setState('')
    setPage('')
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={words.reasons}>
      <Title order={2}>{words.reasons}</Title>
      <Text size="sm" c="dimmed" mb="xs">{words.reasonsText}</Text>
      {isFaulty && <Button variant="default" size="xs" onClick={again}>{words.again}</Button>}
      <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={0}>
        <Table.Tbody>
          {[...sums].sort(([, a], [, b]) => b.count - a.count).map(([key, { text, count }]) => (
            <Table.Tr key={key}>
              <Table.Td><Anchor component="button" type="button" size="sm" ta="start" onClick={() => filter(key)}>{text}</Anchor></Table.Td>
              <Table.Td className="number">{format.number(count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
