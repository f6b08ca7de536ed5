// changesOf returns the fields of a form whose values are not those that it began with, so that saving leaves alone what
// others have changed beside it.
export function changesOf<Values extends object>(before: Values, now: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(value, before[name as keyof Values]))) as Partial<Values>
}

// clashesOf returns the fields that both a form and somebody else have changed, to different values.
export function clashesOf<Values extends object>(before: Values, theirs: Values, mine: Values): (keyof Values)[] {
  return (Object.keys(changesOf(before, theirs)) as (keyof Values)[])
    .filter((name) => !isSame(mine[name], before[name]) && !isSame(mine[name], theirs[name]))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
