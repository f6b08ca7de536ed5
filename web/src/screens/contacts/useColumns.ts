import { useCallback, useState } from 'react'

import { columns, usual, type Column } from './columns.tsx'

const stored = 'firmhub-contact-columns'

// useColumns keeps in the browser which columns somebody chose.
export function useColumns(): [Column[], (names: string[]) => void] {
  const [names, setNames] = useState<string[]>(() => localStorage.getItem(stored)?.split(',') ?? usual)
  const choose = useCallback((names: string[]) => {
    localStorage.setItem(stored, names.join(','))
    setNames(names)
  }, [])
  const shown = columns.filter((column) => names.includes(column.name))
  return [shown.length > 0 ? shown : columns, choose]
}
