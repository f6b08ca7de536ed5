// Change is a value of a plan before and after a change. A price that is missing is none: the messages
// were free, or are.
export interface Change {
  name: string
  of: 'field' | 'price' | 'unit' | 'free'
  before?: unknown
  after?: unknown
}

type Values = Record<string, unknown>

// changesOf returns what differs between two records of the audit log, which have the values that were
// changed. Each price is a change of its own.
export function changesOf(before: unknown, after: unknown): Change[] {
  const [{ prices: pricesBefore, units: unitsBefore, freePerMonth: freeBefore, ...from }, { prices: pricesAfter, units: unitsAfter, freePerMonth: freeAfter, ...to }] = [values(before), values(after)]
  return [
    ...differences(from, to, 'field'),
    ...differences(values(pricesBefore), values(pricesAfter), 'price'),
    ...differences(values(unitsBefore), values(unitsAfter), 'unit'),
    ...differences(values(freeBefore), values(freeAfter), 'free'),
  ]
}

function differences(before: Values, after: Values, of: Change['of']): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.filter((name) => before[name] !== after[name]).map((name) => ({ name, of, before: before[name], after: after[name] }))
}

function values(record: unknown): Values {
  return typeof record === 'object' && record !== null ? (record as Values) : {}
}
