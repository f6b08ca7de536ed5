import type { ChangeTagsOfContactsInput } from '../../api/generated/graphql.ts'

// Tagging is a change of the tags of several contacts.
export type Tagging = ChangeTagsOfContactsInput

// tagged returns a contact with the tags that it has after changes. As at the server, the same word in
// another casing is the same tag.
export function tagged<Row extends { id: string; tags?: string[] }>(row: Row, changes: Tagging[]): Row {
  const ofRow = changes.filter(({ contactIds }) => contactIds.includes(row.id))
  if (!row.tags || ofRow.length === 0) {
    return row
  }
  const tags = ofRow.reduce((present, { tagsToAdd, tagsToRemove }) => {
    const left = present.filter((tag) => !has(tagsToRemove, tag))
    return [...left, ...(tagsToAdd ?? []).filter((tag) => !has(left, tag))]
  }, row.tags)
  return { ...row, tags }
}

function has(tags: string[] | null | undefined, tag: string): boolean {
  return tags?.some((other) => other.toLowerCase() === tag.toLowerCase()) ?? false
}
