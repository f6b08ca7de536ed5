import './contacts.css'

import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, useSyncExternalStore, type CSSProperties, type KeyboardEvent, type MouseEvent } from 'react'

import { useWords } from '../../words/language.ts'
import type { Column } from './columns.tsx'
import { GridHead } from './GridHead.tsx'
import { GridRow, rowHeight } from './GridRow.tsx'
import type { Pages } from './pages.ts'
import { tagged, type Tagging } from './tagging.ts'
import type { Filter } from './useFilter.ts'
import type { Selection } from './useSelection.ts'
import { contacts } from './words.ts'

interface Props {
  pages: Pages
  // old is set while the rows are still those of the filter before.
  old: boolean
  columns: Column[]
  filter: Filter
  change: (part: Partial<Filter>) => void
  selection: Selection
  // taggings are changes of tags to show that are not done yet.
  taggings: Tagging[]
  // placeOf returns the place of a line in the pages, which differs where lines are hidden.
  placeOf: (line: number) => number
  count: number
  open: (id: string) => void
}

// Grid is the virtual table of contacts: only the lines in view are in the page. It has the focus, and
// the keys move from line to line.
export function Grid({ pages, old, columns, filter, change, selection, taggings, placeOf, count, open }: Props) {
  const words = useWords(contacts)
  const frame = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  useSyncExternalStore(pages.subscribe, pages.now)
  const virtual = useVirtualizer({ count, getScrollElement: () => frame.current, estimateSize: () => rowHeight, overscan: 8, scrollPaddingStart: 34 })
  const lines = virtual.getVirtualItems()
  const first = placeOf(lines[0]?.index ?? 0)
  const last = placeOf(lines.at(-1)?.index ?? 0)
  useEffect(() => pages.see(first, last), [pages, first, last])
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 })
    setActive(0)
  }, [pages])
  // places is at least the number of lines in view. A line that leaves gives its elements to one that
  // comes, which takes less time than new ones.
  const places = Math.ceil(lines.length / 32) * 32
  const template = `16px ${columns.map(({ width, least }) => `minmax(${least}px, ${width}fr)`).join(' ')}`
  const perPage = () => Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 2)
  const move = (to: number) => {
    const line = Math.max(0, Math.min(count - 1, to))
    setActive(line)
    virtual.scrollToIndex(line)
  }
  const rowAt = (line: number) => {
    const row = pages.row(placeOf(line))
    return row && tagged(row, taggings)
  }
  const toggle = (line: number, through: boolean) => {
    const row = rowAt(line)
    if (!row) {
      return
    }
    const from = through ? active : line
    const range = Array.from({ length: Math.abs(line - from) + 1 }, (_, step) => Math.min(line, from) + step)
    const rows = range.flatMap((line): [string, number][] => {
      const row = rowAt(line)
      return row ? [[row.id, placeOf(line)]] : []
    })
    const selected = !selection.places.has(row.id)
    if (rows.length < range.length) {
      void selection.between(range.map(placeOf), selected)
    } else {
      selection.toggle(rows, selected)
    }
    setActive(line)
  }
  const press = (event: KeyboardEvent) => {
    if (event.target !== frame.current) {
      return
    }
    const row = rowAt(active)
    const keys: Record<string, () => void> = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      PageDown: () => move(active + perPage()),
      PageUp: () => move(active - perPage()),
      Home: () => move(0),
      End: () => move(count - 1),
      Enter: () => row && open(row.id),
      ' ': () => toggle(active, false),
      Escape: () => selection.clear(),
    }
    const act = keys[event.key]
    if (act && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault()
      act()
    }
  }
  const click = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const line = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1)
    if (line < 0) {
      return
    }
    if (target instanceof HTMLInputElement || event.shiftKey || event.ctrlKey || event.metaKey) {
      toggle(line, event.shiftKey)
      return
    }
    setActive(line)
    const row = rowAt(line)
    if (row) {
      open(row.id)
    }
  }
  return (
    <div
      ref={frame}
      role="grid"
      tabIndex={0}
      aria-label={words.list}
      aria-description={words.hint}
      aria-multiselectable
      aria-rowcount={count + 1}
      aria-activedescendant={lines.some(({ index }) => index === active) ? `contact-row-${active}` : undefined}
      className={old ? 'contacts-grid contacts-old' : 'contacts-grid'}
      style={{ '--least': `${columns.reduce((sum, { least }) => sum + least + 12, 40)}px` } as CSSProperties}
      onKeyDown={press}
      onClick={click}
    >
      <GridHead columns={columns} template={template} filter={filter} change={change} selection={selection} />
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), position: 'relative', minWidth: 'var(--least)' }}>
        {lines.map(({ index }) => {
          const row = rowAt(index)
          return <GridRow key={index % places} index={index} row={row} columns={columns} template={template} selected={row !== undefined && selection.places.has(row.id)} active={index === active} />
        })}
      </div>
    </div>
  )
}
