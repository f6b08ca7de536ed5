import { Select, Table, Text } from '@mantine/core'

import { useWords } from '../../words/language.ts'
import type { Job } from './job.ts'
import { imports } from './words.ts'

interface Props {
  job: Job
  mapping: Record<string, string>
  change: (column: string, field: string) => void
}

// Columns says as which field each column of a file is read, and lets it be another one.
export function Columns({ job, mapping, change }: Props) {
  const words = useWords(imports)
  const columns = job.mapping ?? []
  const reasons = new Map(job.ignoredColumns.map(({ column, reason }) => [column, reason]))
  const others = [...new Set(columns.flatMap(({ field }) => (field && !(field in words.fields) ? [field] : [])))]
  const data = [
    { value: '', label: words.ignored },
    ...Object.entries(words.fields).map(([value, label]) => ({ value, label })),
    ...others.map((value) => ({ value, label: value })),
  ]
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table withRowBorders={false} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr><Table.Th w="30%">{words.column}</Table.Th><Table.Th w={210} miw={170}>{words.readAs}</Table.Th><Table.Td /></Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ column, field }, place) => {
            const now = mapping[column] ?? field ?? ''
            return (
              <Table.Tr key={place}>
                <Table.Td>{column}</Table.Td>
                <Table.Td>
                  <Select size="xs" aria-label={words.fieldOf(column)} searchable allowDeselect={false} data={data} value={now} onChange={(next) => change(column, next ?? '')} />
                </Table.Td>
                <Table.Td>{now === '' && <Text size="xs" c="dimmed">{reasons.get(column)}</Text>}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
