import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type MouseEvent } from 'react'

import { useWords } from '../../words/language.ts'
import type { Conversations } from './conversations.ts'
import { Row, rowHeight } from './Row.tsx'
import { inbox } from './words.ts'

interface Props {
  list: Conversations
  // isOld is set while the rows are still those of the filter before.
  isOld: boolean
  active: string | undefined
  opened: string | undefined
  open: (id: string) => void
}

// List is the virtual list of conversations: only the rows in view are in the page.
export function List({ list, isOld, active, opened, open }: Props) {
  const words = useWords(inbox)
  const frame = useRef<HTMLDivElement>(null)
  useSyncExternalStore(list.subscribe, list.now)
  const { rows } = list
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => frame.current, estimateSize: () => rowHeight, overscan: 6 })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= rows.length - 30) {
      void list.more()
    }
  }, [list, last, rows.length])
  useEffect(() => {
    frame.current?.scrollTo({ top: 0 })
  }, [list])
  // Without a choice, Enter opens the first row.
  const place = Math.max(0, rows.findIndex(({ id }) => id === active))
  useEffect(() => {
    if (document.activeElement === frame.current) {
      virtual.scrollToIndex(place)
    }
  }, [active])
  useSteadyView(frame, virtual.scrollOffset ?? 0, rows)
  const click = (event: MouseEvent<HTMLElement>) => {
    const line = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index
    const row = rows[Number(line ?? -1)]
    if (row) {
      open(row.id)
    }
  }
  return (
    <div
      ref={frame}
      role="listbox"
      tabIndex={0}
      aria-label={words.list}
      aria-description={words.listHint}
      aria-activedescendant={shown.some(({ index }) => index === place) ? `conversation-${rows[place]?.id}` : undefined}
      className={isOld ? 'inbox-rows inbox-old' : 'inbox-rows'}
      onClick={click}
    >
      <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {shown.map(({ index }) => {
          const row = rows[index]
          return row && <Row key={row.id} index={index} row={row} isActive={index === place} isOpen={row.id === opened} />
        })}
      </div>
    </div>
  )
}

// useSteadyView keeps what somebody looks at in its place while rows move to the top above it.
// The place is the one that was heard last: to ask the frame would make the browser lay out the page.
function useSteadyView(frame: React.RefObject<HTMLDivElement | null>, offset: number, rows: Conversations['rows']) {
  const before = useRef(rows)
  useLayoutEffect(() => {
    const old = before.current
    before.current = rows
    const top = Math.floor(offset / rowHeight)
    if (!frame.current || top === 0 || old === rows) {
      return
    }
    // One of the rows in view stays where it is, even if others of them move.
    const moves = old.slice(top, top + 5).map(({ id }, step) => rows.findIndex((row) => row.id === id) - top - step)
    const kept = moves.find((move) => move >= 0)
    if (kept) {
      frame.current.scrollTop += kept * rowHeight
    }
  }, [frame, rows])
}
