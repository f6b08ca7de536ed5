import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

import type { Format } from '../../words/format.ts'
import type { ContactWords } from './words.ts'
import type { Row } from './pages.ts'
import { sorts, type Sort } from './useFilter.ts'

// Column is one of the list. Its name is also that of its text.
export interface Column {
  name: 'firstName' | 'lastName' | 'phone' | 'email' | 'tags' | 'gender' | 'state' | 'createdAt' | 'updatedAt'
  // width is its share of the row, and least its smallest width in pixels.
  width: number
  least: number
  cell: (row: Row, words: ContactWords & { active: string; inactive: string }, format: Format) => ReactNode
}

const primary = <Entry extends { isPrimary: boolean }>(entries: Entry[] | undefined) => entries?.find((entry) => entry.isPrimary) ?? entries?.[0]

function and(more: number): ReactNode {
  return more > 0 && <span className="contacts-more"> +{more}</span>
}

export const columns: Column[] = [
  { name: 'firstName', width: 3, least: 110, cell: (row) => row.firstName },
  { name: 'lastName', width: 3, least: 120, cell: (row) => row.lastName },
  { name: 'phone', width: 3, least: 150, cell: ({ phones }) => <>{primary(phones)?.phone}{and((phones?.length ?? 0) - 1)}</> },
  { name: 'email', width: 5, least: 200, cell: ({ emails }) => <>{primary(emails)?.email}{and((emails?.length ?? 0) - 1)}</> },
  {
    name: 'tags',
    width: 5,
    least: 150,
    cell: ({ tags = [] }) => <>{tags.slice(0, 2).map((tag) => <span key={tag} className="contacts-tag">{tag}</span>)}{and(tags.length - 2)}</>,
  },
  { name: 'gender', width: 2, least: 90, cell: ({ gender }, words) => gender && words.genders[gender] },
  { name: 'state', width: 2, least: 90, cell: ({ isActive }, words) => (isActive ? words.active : <Text span inherit c="dimmed">{words.inactive}</Text>) },
  { name: 'createdAt', width: 3, least: 110, cell: ({ createdAt }, _words, format) => format.day(createdAt) },
  { name: 'updatedAt', width: 3, least: 110, cell: ({ updatedAt }, _words, format) => format.day(updatedAt) },
]

export const usual: Column['name'][] = ['firstName', 'lastName', 'phone', 'email', 'tags', 'createdAt']

export function isSort(name: string): name is Sort {
  return (sorts as readonly string[]).includes(name)
}
