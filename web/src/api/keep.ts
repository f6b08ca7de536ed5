import { makeOperation, mapExchange, type Exchange, type OperationResult } from 'urql'

// mostAgain is how often in turn a query is asked again that mutations have overtaken.
const mostAgain = 5

// keep lets a screen go on with what it shows when there is no answer: what was read last stays. Without it, a form on what
// can't be read again would be gone, with what somebody typed. The server may not answer, which is an error beside what stays. Or
// a mutation that has ended before the query has made its answer old: the cache has nothing then, and the query is asked again.
export const keep = (): Exchange => (input) => {
  const known = new Map<number, unknown>()
  const again = new Map<number, number>()
  return mapExchange({
    onOperation: ({ kind, key }) => {
      if (kind === 'teardown') {
        known.delete(key)
        again.delete(key)
      }
    },
    onResult: (result) => {
      const { operation } = result
      const times = isOvertaken(result) ? (again.get(operation.key) ?? 0) + 1 : 0
      again.set(operation.key, times)
      if (times > 0 && times <= mostAgain) {
        input.client.reexecuteOperation(makeOperation(operation.kind, operation, { ...operation.context, requestPolicy: 'network-only' }))
        return { ...kept(known, result), stale: true }
      }
      return kept(known, result)
    },
  })(input)
}

// isOvertaken reports whether a result is the answer to a query that a mutation has made old. A query without an error has data.
function isOvertaken({ operation: { kind }, data, error }: OperationResult): boolean {
  return kind === 'query' && !error && !data
}

// kept remembers what a query has read, and returns it for a result without an answer.
export function kept(known: Map<number, unknown>, result: OperationResult): OperationResult {
  const { operation: { kind, key }, data, error } = result
  if (kind === 'query' && data) {
    known.set(key, data)
  }
  return (error?.networkError || isOvertaken(result)) && !data && known.has(key) ? { ...result, data: known.get(key) } : result
}
