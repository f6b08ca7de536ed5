import { Anchor, Paper, Table, Text, Title } from '@mantine/core'

import { useAddress } from '../../../parts/useAddress.ts'
import { useFormat } from '../../../words/format.ts'
import { useWords } from '../../../words/language.ts'
import type { Campaign } from '../queries.ts'
import { campaigns } from '../words.ts'
import { reasonText } from './reason.ts'

// Reasons shows why contacts were skipped, and why messages failed, and filters the recipients by them.
export function Reasons({ campaign: { reasons } }: { campaign: Campaign }) {
  const words = useWords(campaigns)
  const format = useFormat()
  const [, setReason] = useAddress('reason')
  const [, setState] = useAddress('state')
  const [, setPage] = useAddress('page')
  const filter = ({ state, reason }: Campaign['reasons'][number]) => {
    setReason(reason)
    setState(state)
    setPage('')
  }
  return (
    <Paper withBorder p="md" component="section" aria-label={words.reasons}>
      <Title order={2}>{words.reasons}</Title>
      <Text size="sm" c="dimmed" mb="xs">{words.reasonsText}</Text>
      <Table withRowBorders={false} verticalSpacing={2} horizontalSpacing={0}>
        <Table.Tbody>
          {reasons.map((one) => (
            <Table.Tr key={`${one.state} ${one.reason}`}>
              <Table.Td>
                <Anchor component="button" type="button" size="sm" ta="start" onClick={() => filter(one)}>
                  {words.states[one.state]}: {reasonText(one.state, one.reason, words)}
                </Anchor>
              </Table.Td>
              <Table.Td className="number">{format.number(one.count)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
