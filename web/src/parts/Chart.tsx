import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId, useState, type PointerEvent } from 'react'

import { useLanguage } from '../words/language.ts'
import type { Numbers } from './Figure.tsx'
import { scaleOf } from './scale.ts'
import { Legend, Patterns, seriesOf, Values, type Kind, type Series } from './series.tsx'

// The sizes are in CSS pixels. The axes are left of the plot and below it.
const height = 220
const plot = { left: 44, top: 8, height: height - 8 - 24 }
const labelWidth = 52
const widestBar = 28

// Chart draws numbers. It is for the eyes alone: the table beside it has the same for everybody.
export function Chart({ title, kind, numbers: { entries, series, write } }: { title: string; kind: Kind; numbers: Numbers }) {
  const shown = seriesOf(series, useId())
  const compact = new Intl.NumberFormat(useLanguage(), { notation: 'compact' })
  const { ref, width } = useElementSize()
  const [pointed, setPointed] = useState<number>()
  const scale = scaleOf(entries.flatMap(({ values }) => series.map(({ name }) => values[name] ?? 0)))
  const y = (value: number) => plot.top + plot.height * (1 - scale.place(value))
  // Each entry has a band of the same width.
  const band = Math.max(0, width - plot.left) / Math.max(1, entries.length)
  const named = Math.max(1, Math.ceil(labelWidth / band))
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const place = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - plot.left) / band)
    setPointed(entries[place] ? place : undefined)
  }
  const current = pointed === undefined ? undefined : entries[pointed]
  const drawn = { entries, series: shown, band, y }
  return (
    <>
      <Box ref={ref} pos="relative" h={height} role="img" aria-label={title}>
        {width > 0 && (
          <svg width={width} height={height} display="block" onPointerMove={point} onPointerDown={point} onPointerLeave={() => setPointed(undefined)}>
            <Patterns series={shown} />
            {scale.ticks.map((tick) => (
              <g key={tick} className="axis">
                <line x1={plot.left} x2={width} y1={y(tick)} y2={y(tick)} />
                <text x={plot.left - 6} y={y(tick)} dy="0.32em" textAnchor="end">{compact.format(tick)}</text>
              </g>
            ))}
            {entries.map(({ name, short }, place) => place % named === 0 && (
              <text key={name} className="axis" x={plot.left + band * (place + 0.5)} y={height - 6} textAnchor="middle">{short}</text>
            ))}
            {current && <rect className="pointed" x={plot.left + band * pointed!} y={plot.top} width={band} height={plot.height} />}
            {kind === 'bars' ? <Bars {...drawn} /> : <Lines {...drawn} />}
          </svg>
        )}
        {current && (
          // Beside the entry, on the side that has more room.
          <Box pos="absolute" top={plot.top} style={{ pointerEvents: 'none', zIndex: 1, ...beside(plot.left + band * (pointed! + 0.5), width, band) }}>
            <Values title={current.name} series={shown} kind={kind} values={current.values} write={write} />
          </Box>
        )}
      </Box>
      <Legend series={shown} kind={kind} />
    </>
  )
}

interface Drawn {
  entries: Numbers['entries']
  series: Series[]
  band: number
  y: (value: number) => number
}

// Bars draws the series of an entry side by side.
function Bars({ entries, series, band, y }: Drawn) {
  const bar = Math.min(widestBar, (band * 0.8) / series.length)
  return entries.map(({ name, values }, place) => (
    <g key={name}>
      {series.map((one, nth) => {
        const value = values[one.name] ?? 0
        const x = plot.left + band * (place + 0.5) + bar * (nth - series.length / 2)
        return <rect key={one.name} x={x} y={y(Math.max(0, value))} width={bar * 0.92} height={Math.abs(y(0) - y(value))} rx={Math.min(2, bar / 4)} style={{ fill: one.fill }} />
      })}
    </g>
  ))
}

function Lines({ entries, series, band, y }: Drawn) {
  return series.map(({ name, colour, dashes }) => (
    <polyline
      key={name}
      points={entries.map(({ values }, place) => `${plot.left + band * (place + 0.5)},${y(values[name] ?? 0)}`).join(' ')}
      style={{ fill: 'none', stroke: colour, strokeWidth: 2, strokeDasharray: dashes }}
    />
  ))
}

function beside(x: number, width: number, band: number) {
  return x < width / 2 ? { left: x + band / 2 + 8 } : { right: width - x + band / 2 + 8 }
}
