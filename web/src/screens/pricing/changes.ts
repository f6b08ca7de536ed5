// Change is a value of a plan before and after a change. A price that is missing is none: the messages
// were free, or are.
export interface Change {
  name: string
  price: boolean
  before?: unknown
  after?: unknown
}

type Values = Record<string, unknown>

// changesOf returns what differs between two records of the audit log, which have the values that were
// changed. Each price is a change of its own.
export function changesOf(before: unknown, after: unknown): Change[] {
  const [{ prices: pricesBefore, ...from }, { prices: pricesAfter, ...to }] = [values(before), values(after)]
  return [...differences(from, to, false), ...differences(values(pricesBefore), values(pricesAfter), true)]
}

function differences(before: Values, after: Values, price: boolean): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.filter((name) => before[name] !== after[name]).map((name) => ({ name, price, before: before[name], after: after[name] }))
}

function values(record: unknown): Values {
  return typeof record === 'object' && record !== null ? (record as Values) : {}
}
