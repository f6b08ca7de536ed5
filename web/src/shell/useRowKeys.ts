import { useEffect } from 'react'

import { isComposing } from '../parts/composing.ts'
import { isText } from '../parts/isText.ts'
import { areLettersOn, hasDialog } from '../parts/letters.ts'

// openable is what opens something of a row. Other buttons, such as the one that cancels a job, are pressed on purpose.
const openable = 'a[href], .mantine-Anchor-root, [aria-haspopup="menu"], [data-open]'

// useRowKeys lets the keys go through the rows of any table of a screen: j and k, or the arrows once a row has the focus,
// and Enter opens the row. The lists that are no tables, of contacts and of the inbox, have keys of their own.
export function useRowKeys() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { target, key } = event
      const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)
      if (isTaken || !(target instanceof HTMLElement) || isText(target) || isElsewhere(target)) {
        return
      }
      const row = target.closest<HTMLElement>('#content tbody > tr')
      if (key === 'Enter' && target === row) {
        event.preventDefault()
        row.querySelector<HTMLElement>(openable)?.click()
        return
      }
      const step = (key === 'j' && areLettersOn()) || (key === 'ArrowDown' && row) ? 1 : (key === 'k' && areLettersOn()) || (key === 'ArrowUp' && row) ? -1 : 0
      const rows = step ? rowsBeside(row) : []
      const next = row ? rows[rows.indexOf(row) + step] : rows[0]
      if (rows.length > 0) {
        event.preventDefault()
      }
      if (next) {
        next.tabIndex = -1
        next.focus({ preventScroll: true })
        next.scrollIntoView({ block: 'nearest' })
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

// isElsewhere reports whether a key belongs to a menu, a panel or a list that has keys of its own.
function isElsewhere(target: HTMLElement): boolean {
  return hasDialog() || target.closest('[role="menu"], [role="listbox"], [role="grid"], [role="radiogroup"], [role="tablist"]') !== null
}

// rowsBeside returns the rows of the table of a row, or of the first one of the screen, that lead to something.
function rowsBeside(row: HTMLElement | null): HTMLElement[] {
  const tables = row ? [row.closest('tbody')] : [...document.querySelectorAll('#content tbody')]
  for (const table of tables) {
    const rows = [...(table?.children ?? [])].filter((one): one is HTMLElement => one instanceof HTMLElement && one.querySelector(openable) !== null)
    if (rows.length > 0) {
      return rows
    }
  }
  return []
}
