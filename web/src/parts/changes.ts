// changesOf returns the fields of a form whose values are not those that it began with, so that saving leaves alone what
// others have changed beside it.
export function changesOf<Values extends object>(before: Values, now: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(now).filter(([name, value]) => !isSame(value, before[name as keyof Values]))) as Partial<Values>
}

// clashesOf returns the fields that both a form and somebody else have changed, to different values that can't be merged.
export function clashesOf<Values extends object>(before: Values, theirs: Values, mine: Values): (keyof Values)[] {
  return (Object.keys(changesOf(before, theirs)) as (keyof Values)[])
    .filter((name) => !isSame(mine[name], before[name]) && !isSame(mine[name], theirs[name]))
    .filter((name) => !mergedList(before[name], theirs[name], mine[name]))
}

// mergedOf returns what somebody else has saved, with what a form has changed since it began. Of a clash it has the value of
// the form.
export function mergedOf<Values extends object>(before: Values, theirs: Values, mine: Values): Values {
  const entries = Object.entries(changesOf(before, mine)) as [keyof Values, unknown][]
  const own = entries.map(([name, value]) => [name, (!isSame(theirs[name], before[name]) && mergedList(before[name], theirs[name], mine[name])) || value])
  return { ...theirs, ...Object.fromEntries(own) }
}

// mergedList returns a list of texts, such as permissions, with the texts that two people have added, and without those that
// one of them has removed. It returns undefined when one of the lists is empty, which may mean everything: only a
// person can decide that.
function mergedList(before: unknown, theirs: unknown, mine: unknown): string[] | undefined {
  if (!isTexts(before) || !isTexts(theirs) || !isTexts(mine)) {
    return undefined
  }
  const kept = theirs.filter((text) => mine.includes(text) || !before.includes(text))
  const added = mine.filter((text) => !theirs.includes(text) && !before.includes(text))
  const list = [...kept, ...added]
  return list.length > 0 ? list : undefined
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
