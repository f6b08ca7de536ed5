import { Box, Group, Paper, SegmentedControl, Table, Text, Title } from '@mantine/core'
import { useState, type ReactNode } from 'react'

import { figure } from '../words/figure.ts'
import { useWords } from '../words/language.ts'
import { Chart } from './Chart.tsx'

// Numbers are what a figure shows: series of values, by days, hours or the like.
export interface Numbers {
  // label names the entries: Day.
  label: string
  entries: { name: string; short: string; values: Record<string, number> }[]
  series: { name: string; label: string }[]
  // write writes a value.
  write: (value: number) => string
  // columns are further series, which the table alone has.
  columns?: { name: string; label: string }[]
}

// Figure shows numbers as a chart or as a table.
export function Figure({ title, text, kind, numbers }: { title: string; text?: ReactNode; kind: 'bars' | 'lines'; numbers: Numbers }) {
  const words = useWords(figure)
  const [shown, setShown] = useState('chart')
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" align="flex-start" mb="sm" gap="xs">
        <div>
          <Title order={2}>{title}</Title>
          {text && <Text size="sm" c="dimmed">{text}</Text>}
        </div>
        <SegmentedControl size="xs" aria-label={words.view(title)} value={shown} onChange={setShown} data={[{ value: 'chart', label: words.chart }, { value: 'table', label: words.table }]} />
      </Group>
      {shown === 'chart' ? (
        <Chart title={title} kind={kind} numbers={numbers} />
      ) : (
        <NumbersTable title={title} numbers={numbers} />
      )}
    </Paper>
  )
}

function NumbersTable({ title, numbers: { label, entries, series, columns = [], write } }: { title: string; numbers: Numbers }) {
  const all = [...series, ...columns]
  return (
    <Box mah={260} style={{ overflow: 'auto' }} tabIndex={0} role="group" aria-label={title}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{label}</Table.Th>
            {all.map((one) => <Table.Th key={one.name} className="number">{one.label}</Table.Th>)}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {entries.map((entry) => (
            <Table.Tr key={entry.name}>
              <Table.Td>{entry.name}</Table.Td>
              {all.map((one) => <Table.Td key={one.name} className="number">{write(entry.values[one.name] ?? 0)}</Table.Td>)}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  )
}
