import { Alert, Box, Button, Group, Stack, Table, Text } from '@mantine/core'

import { conflict } from '../words/conflict.ts'
import { useWords } from '../words/language.ts'

// Difference is a value that somebody else has saved, beside the one of the form.
export interface Difference {
  label: string
  theirs: string
  mine: string
}

interface Props {
  differences: Difference[]
  // take puts what they saved in the place of the form, and save replaces it by the form.
  take: () => void
  save: () => void
}

// Conflict says that somebody else saved what a form changes, since it was opened, and shows both.
export function Conflict({ differences, take, save }: Props) {
  const words = useWords(conflict)
  return (
    <Alert color="yellow" variant="light" role="alert" title={words.title}>
      <Stack gap="xs">
        <Text size="sm">{words.text}</Text>
        <Box style={{ overflow: 'auto' }} tabIndex={0} role="group" aria-label={words.title}>
          <Table verticalSpacing={4}>
            <Table.Thead><Table.Tr><Table.Td /><Table.Th>{words.theirs}</Table.Th><Table.Th>{words.mine}</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {differences.map(({ label, theirs, mine }) => (
                <Table.Tr key={label} style={{ verticalAlign: 'top', overflowWrap: 'anywhere' }}>
                  <Table.Th scope="row">{label}</Table.Th>
                  <Table.Td fw={theirs === mine ? 400 : 550}>{theirs || '–'}</Table.Td>
                  <Table.Td fw={theirs === mine ? 400 : 550}>{mine || '–'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Box>
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={take} data-testid="take-theirs">{words.take}</Button>
          <Button variant="default" size="xs" onClick={save} data-testid="save-mine">{words.save}</Button>
        </Group>
      </Stack>
    </Alert>
  )
}
