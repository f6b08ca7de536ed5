// Ids are those of permissions.
type Ids = ReadonlySet<string>

export interface Difference {
  added: string[]
  removed: string[]
}

// difference returns what one has to add to a set and remove from it to get another.
export function difference(before: Ids, after: Ids): Difference {
  return { added: [...after].filter((id) => !before.has(id)), removed: [...before].filter((id) => !after.has(id)) }
}

// merge makes the changes that lead from one set to another in a third one, which somebody else has
// changed since.
export function merge(base: Ids, mine: Ids, theirs: Ids): Set<string> {
  const { added, removed } = difference(base, mine)
  return new Set([...theirs, ...added].filter((id) => !removed.includes(id)))
}
