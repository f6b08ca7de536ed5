import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import type { Numbers } from './Figure.tsx'

// Looks tell the series apart without their colours: bars by a pattern, lines by their dashes.
const looks = [
  { colour: 'var(--mantine-primary-color-filled)', dashes: undefined, pattern: undefined },
  { colour: 'var(--mantine-color-orange-7)', dashes: '6 4', pattern: 'M-1 1l2-2M0 6l6-6M5 7l2-2' },
  { colour: 'var(--mantine-color-blue-6)', dashes: '2 3', pattern: 'M0 3h6' },
]

export type Kind = 'bars' | 'lines'

// Series is one of the series of a chart, with its look. fill is the paint of its bars.
export type Series = Numbers['series'][number] & (typeof looks)[number] & { fill: string; patternId: string }

// seriesOf gives each series a look. id tells the patterns of two charts on a page apart.
export function seriesOf(series: Numbers['series'], id: string): Series[] {
  return series.map((one, place) => {
    const look = looks[place % looks.length] ?? looks[0]!
    const patternId = `${id}-${place}`
    return { ...one, ...look, patternId, fill: look.pattern ? `url(#${patternId})` : look.colour }
  })
}

export function Patterns({ series }: { series: Series[] }) {
  return (
    <defs>
      {series.map(({ name, patternId, pattern, colour }) => pattern && (
        <pattern key={name} id={patternId} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" style={{ fill: colour }} opacity="0.25" />
          <path d={pattern} style={{ stroke: colour }} strokeWidth="1.6" />
        </pattern>
      ))}
    </defs>
  )
}

// Legend names the series of a chart. A single one has the name of the chart.
export function Legend({ series, kind }: { series: Series[]; kind: Kind }) {
  return series.length > 1 && (
    <Group gap="md" justify="center" mt="xs">
      {series.map((one) => <Named key={one.name} series={one} kind={kind}>{one.label}</Named>)}
    </Group>
  )
}

// Values shows the values of one entry of a chart.
export function Values({ title, series, kind, values, write }: { title: string; series: Series[]; kind: Kind; values: Record<string, number>; write: (value: number) => string }) {
  return (
    <Paper withBorder shadow="sm" px="sm" py={6}>
      <Text size="xs" fw={600}>{title}</Text>
      {series.map((one) => (
        <Group key={one.name} justify="space-between" gap="md" wrap="nowrap">
          <Named series={one} kind={kind}>{one.label}</Named>
          <Text size="xs" className="number">{write(values[one.name] ?? 0)}</Text>
        </Group>
      ))}
    </Paper>
  )
}

function Named({ series: { fill, colour, dashes }, kind, children }: { series: Series; kind: Kind; children: ReactNode }) {
  return (
    <Group gap={6} wrap="nowrap">
      <svg width="20" height="12" aria-hidden="true">
        {kind === 'bars' ? <rect width="20" height="12" rx="2" style={{ fill }} /> : <path d="M0 6h20" style={{ stroke: colour }} strokeWidth="2.5" strokeDasharray={dashes} />}
      </svg>
      <Text size="xs">{children}</Text>
    </Group>
  )
}
