import { mapExchange, type Exchange, type Operation } from 'urql'

import { changes } from './cache.ts'

// overtake answers with nothing what was asked before a mutation has ended that may have changed it: the cache would write it as
// if it were new, and what was deleted would come back. keep asks again then. It is between the cache and the server.
export const overtake = (): Exchange => (input) => {
  // asked are the queries whose answers are still to come. Those that are old by then are true.
  const asked = new Map<Operation, boolean>()
  return mapExchange({
    onOperation: (operation) => {
      if (operation.kind === 'query') {
        asked.set(operation, false)
      } else if (operation.kind === 'teardown') {
        // A query that is asked again may be on its way twice.
        ;[...asked.keys()].filter(({ key }) => key === operation.key).forEach((one) => asked.delete(one))
      }
    },
    onResult: (result) => {
      const { operation, data, error } = result
      if (operation.kind === 'mutation' && !error) {
        const changed = new Set(fieldsOf(operation).flatMap((field) => changes[field] ?? []))
        ;[...asked.keys()].filter((one) => fieldsOf(one).some((field) => changed.has(field))).forEach((one) => asked.set(one, true))
      }
      const isOld = asked.get(operation)
      asked.delete(operation)
      return isOld && data ? { ...result, data: undefined, error: undefined } : result
    },
  })(input)
}

// fieldsOf returns the names of what an operation asks for, whatever it calls them.
function fieldsOf({ query }: Operation): string[] {
  return query.definitions.flatMap((definition) =>
    definition.kind === 'OperationDefinition' ? definition.selectionSet.selections.flatMap((one) => (one.kind === 'Field' ? one.name.value : [])) : [])
}
