import { useQuery } from 'urql'

import { useMe } from '../../session/me.ts'
import { colleaguesQuery } from './queries.ts'

// useColleagues returns the other users of the firm, to choose from. isMember reports whether the user is one
// of the firm, too: who visits another firm is not.
export function useColleagues() {
  const { user } = useMe()
  const [{ data }] = useQuery({ query: colleaguesQuery })
  const all = data?.userLookup ?? []
  return { options: all.filter(({ id }) => id !== user.id).map(({ id, name }) => ({ value: id, label: name })), isMember: all.some(({ id }) => id === user.id) }
}
