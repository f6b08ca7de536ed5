import { clashesOf, mergedOf } from '../../parts/changes.ts'

// Row is a permission of a module in its form. A new one has no id.
export interface Row {
  id: string
  propertyName: string
  displayName: string
}

// Permissions are rows by their ids, with null for one that is missing.
type Permissions = Record<string, Omit<Row, 'id'> | null>

// clashes returns, by their ids, the permissions that both a form and somebody else have changed.
export function clashes(before: Row[], theirs: Row[], mine: Row[]): string[] {
  return clashesOf(...byId(before, theirs, identified(before, theirs, mine)))
}

// merged returns what somebody else has saved, with what a form has changed since it began. A permission that the form has
// changed and somebody else has removed is a new one.
export function merged(before: Row[], theirs: Row[], mine: Row[]): Row[] {
  const rows = identified(before, theirs, mine)
  const old = Object.entries(mergedOf(...byId(before, theirs, rows))).flatMap(([id, row]) => (row ? [{ id: has(theirs, id) ? id : '', ...row }] : []))
  return [...old, ...rows.filter(({ id }) => !id)]
}

// identified gives a new row the id of the permission that somebody else has created by the same name.
function identified(before: Row[], theirs: Row[], mine: Row[]): Row[] {
  return mine.map((row) => {
    const same = row.id ? undefined : theirs.find(({ id, propertyName }) => propertyName === row.propertyName && !has(before, id))
    return same ? { ...row, id: same.id, displayName: row.displayName || same.displayName } : row
  })
}

function byId(...lists: [Row[], Row[], Row[]]): [Permissions, Permissions, Permissions] {
  const ids = new Set(lists.flat().map(({ id }) => id).filter(Boolean))
  const of = (rows: Row[]) => Object.fromEntries([...ids].map((id) => [id, plain(rows.find((row) => row.id === id))]))
  return [of(lists[0]), of(lists[1]), of(lists[2])]
}

const plain = (row: Row | undefined) => (row ? { propertyName: row.propertyName, displayName: row.displayName } : null)

function has(rows: Row[], id: string): boolean {
  return rows.some((row) => row.id === id)
}
