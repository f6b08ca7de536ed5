import '@mantine/charts/styles.css'

import { BarChart, LineChart } from '@mantine/charts'
import { Box, Group, Paper, Text } from '@mantine/core'
import { useId, type ReactNode } from 'react'

import { useLanguage } from '../words/language.ts'
import type { Numbers } from './Figure.tsx'

// Marks tell the series apart without their colours: bars by a pattern, lines by their dashes.
const marks = [
  { colour: 'var(--mantine-primary-color-filled)', dashes: undefined, pattern: undefined },
  { colour: 'var(--mantine-color-orange-7)', dashes: '6 4', pattern: 'M-1 1l2-2M0 6l6-6M5 7l2-2' },
  { colour: 'var(--mantine-color-blue-6)', dashes: '2 3', pattern: 'M0 3h6' },
]

// Chart draws numbers. It is for the eyes alone: the table beside it has the same for everybody.
export default function Chart({ title, kind, numbers: { entries, series, write } }: { title: string; kind: 'bars' | 'lines'; numbers: Numbers }) {
  const id = useId().replace(/\W/g, '')
  const shown = series.map((one, place) => ({ ...one, ...(marks[place % marks.length] ?? marks[0]!) }))
  const data = entries.map(({ name, short, values }) => ({ name, short, ...values }))
  const compact = new Intl.NumberFormat(useLanguage(), { notation: 'compact' })
  const common = {
    h: 220,
    data,
    dataKey: 'name',
    withLegend: false,
    valueFormatter: write,
    tooltipAnimationDuration: 0,
    xAxisProps: { tickFormatter: (name: string) => entries.find((entry) => entry.name === name)?.short ?? name, minTickGap: 16 },
    yAxisProps: { width: 44, tickFormatter: (value: number) => compact.format(value) },
    tooltipProps: { content: ({ label, payload }: Tip) => <Values title={String(label ?? '')} series={shown} values={payload?.[0]?.payload} write={write} id={id} /> },
  }
  const patterns = <defs>{shown.map((one) => one.pattern && <Pattern key={one.name} id={`${id}${one.name}`} colour={one.colour} path={one.pattern} />)}</defs>
  return (
    <>
      <Box role="img" aria-label={title}>
        {kind === 'bars' ? (
          <BarChart
            {...common}
            barChartProps={{ accessibilityLayer: false }}
            barProps={{ isAnimationActive: false, radius: [2, 2, 0, 0] }}
            maxBarWidth={28}
            series={shown.map(({ name, label, colour, pattern }) => ({ name, label, color: pattern ? `url(#${id}${name})` : colour }))}
          >
            {patterns}
          </BarChart>
        ) : (
          <LineChart
            {...common}
            lineChartProps={{ accessibilityLayer: false }}
            lineProps={{ isAnimationActive: false }}
            withDots={false}
            curveType="linear"
            series={shown.map(({ name, label, colour, dashes }) => ({ name, label, color: colour, strokeDasharray: dashes }))}
          />
        )}
      </Box>
      {shown.length > 1 && (
        <Group gap="md" justify="center" mt="xs">
          {shown.map((one) => <Named key={one.name} mark={<Swatch {...one} kind={kind} id={id} />}>{one.label}</Named>)}
        </Group>
      )}
    </>
  )
}

type Shown = Numbers['series'][number] & (typeof marks)[number]

interface Tip {
  label?: unknown
  payload?: readonly { payload?: Record<string, number> }[]
}

function Pattern({ id, colour, path }: { id: string; colour: string; path: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect width="6" height="6" style={{ fill: colour }} opacity="0.25" />
      <path d={path} style={{ stroke: colour }} strokeWidth="1.6" />
    </pattern>
  )
}

function Swatch({ name, colour, dashes, pattern, kind, id }: Shown & { kind: 'bars' | 'lines'; id: string }) {
  return (
    <svg width="20" height="12" aria-hidden="true">
      {kind === 'bars' ? (
        <rect width="20" height="12" rx="2" style={{ fill: pattern ? `url(#${id}${name})` : colour }} />
      ) : (
        <path d="M0 6h20" style={{ stroke: colour }} strokeWidth="2.5" strokeDasharray={dashes} />
      )}
    </svg>
  )
}

function Named({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return <Group gap={6} wrap="nowrap">{mark}<Text size="xs">{children}</Text></Group>
}

function Values({ title, series, values, write, id }: { title: string; series: Shown[]; values?: Record<string, number>; write: (value: number) => string; id: string }) {
  return (
    <Paper withBorder shadow="sm" px="sm" py={6}>
      <Text size="xs" fw={600}>{title}</Text>
      {series.map((one) => (
        <Group key={one.name} justify="space-between" gap="md" wrap="nowrap">
          <Named mark={<Swatch {...one} kind="bars" id={id} />}>{one.label}</Named>
          <Text size="xs" className="number">{write(values?.[one.name] ?? 0)}</Text>
        </Group>
      ))}
    </Paper>
  )
}
