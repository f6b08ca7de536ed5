import { useQuery } from 'urql'

import { useMe } from '../../session/me.ts'
import { colleaguesQuery } from './queries.ts'

// useColleagues returns the other users of the firm, to choose from: a conversation may still be assigned to one who has
// lost the right to see it. again reads who has joined since.
export function useColleagues() {
  const { user } = useMe()
  const [{ data, error }, query] = useQuery({ query: colleaguesQuery })
  const all = data?.userLookup ?? []
  return {
    options: all.filter(({ id }) => id !== user.id).map(({ id, name }) => ({ value: id, label: name })),
    error,
    again: () => query({ requestPolicy: 'network-only' }),
  }
}
