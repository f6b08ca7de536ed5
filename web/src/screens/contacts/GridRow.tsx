import { memo } from 'react'

import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import type { Column } from './columns.tsx'
import type { Row } from './pages.ts'
import { contacts } from './words.ts'

interface Props {
  index: number
  row: Row | undefined
  columns: Column[]
  template: string
  selected: boolean
  active: boolean
}

export const rowHeight = 36

// GridRow is a line of the list, or its place while it is read. The list handles its events.
export const GridRow = memo(function GridRow({ index, row, columns, template, selected, active }: Props) {
  const words = { ...useWords(general), ...useWords(contacts) }
  const format = useFormat()
  return (
    <div
      id={`contact-row-${index}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={row ? selected : undefined}
      aria-busy={row ? undefined : true}
      data-index={index}
      data-active={active || undefined}
      className="contacts-row"
      style={{ transform: `translateY(${index * rowHeight}px)`, gridTemplateColumns: template }}
    >
      <div role="gridcell">
        {row && <input type="checkbox" tabIndex={-1} checked={selected} readOnly aria-label={words.select(nameOf(row) || words.unnamed)} />}
      </div>
      {columns.map((column) => (
        <div key={column.name} role="gridcell">
          {row ? column.cell(row, words, format) : <div className="contacts-wait" />}
        </div>
      ))}
    </div>
  )
})

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}
