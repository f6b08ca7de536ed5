import { Stack, Table, Text } from '@mantine/core'

import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import { diff } from './diff.ts'
import type { Entry } from './queries.ts'
import { audit } from './words.ts'

// Change shows a record before and after a change. A changed line has a sign and is bold, beside its colour.
export function Change({ entry }: { entry: Entry }) {
  const words = useWords(audit)
  const format = useFormat()
  return (
    <Stack gap="sm">
      <Text size="sm">{entry.actor.name} · {format.dateTime(entry.createdAt)}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>{words.address}: {entry.address || words.nothing} · {words.request}: {entry.requestId || words.nothing}</Text>
      <Table withTableBorder withColumnBorders layout="fixed">
        <Table.Thead>
          <Table.Tr><Table.Th>{words.before}</Table.Th><Table.Th>{words.after}</Table.Th></Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {diff(entry.before, entry.after).map(({ before, after, changed }, row) => (
            <Table.Tr key={row}>
              <Side text={before} mark={changed ? '−' : ''} colour="var(--mantine-color-red-light)" />
              <Side text={after} mark={changed ? '+' : ''} colour="var(--mantine-color-pine-light)" />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}

function Side({ text, mark, colour }: { text?: string; mark: string; colour: string }) {
  const words = useWords(audit)
  const marked = mark && text !== undefined
  return (
    <Table.Td ff="monospace" fz="xs" fw={marked ? 700 : 400} bg={marked ? colour : undefined} py={3} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {marked && <span role="img" aria-label={words.changedLine}>{mark} </span>}
      {text}
    </Table.Td>
  )
}
