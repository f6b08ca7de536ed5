import { Anchor, Paper, Table, Text } from '@mantine/core'

import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import type { Entry } from './queries.ts'
import { State } from './State.tsx'
import { consent } from './words.ts'

// EntryTable lists the entries in force, one for each address.
export function EntryTable({ entries, open }: { entries: Entry[]; open: (address: string) => void }) {
  const words = useWords(consent)
  const format = useFormat()
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={760}>
        <Table highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.address}</Table.Th><Table.Th>{words.state}</Table.Th><Table.Th>{words.source}</Table.Th><Table.Th>{words.evidence}</Table.Th>
              <Table.Th>{words.since}</Table.Th><Table.Th>{words.by}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {entries.map((entry) => (
              <Table.Tr key={entry.id}>
                <Table.Td><Anchor component="button" type="button" size="sm" fw={550} onClick={() => open(entry.address)}>{entry.address}</Anchor></Table.Td>
                <Table.Td><State state={entry.state} /></Table.Td>
                <Table.Td>{words.sources[entry.source]}</Table.Td>
                <Table.Td><Text size="sm" lineClamp={2}>{entry.evidence}</Text></Table.Td>
                <Table.Td>{format.dateTime(entry.at)}</Table.Td>
                <Table.Td><Text size="sm" c="dimmed">{entry.by}</Text></Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
