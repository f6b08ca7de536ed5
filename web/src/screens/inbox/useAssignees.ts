import { useQuery } from 'urql'

import { useCan, useMe } from '../../session/me.ts'
import { assigneesQuery } from './queries.ts'

// useAssignees returns the other users to whom a conversation can be assigned. isMember reports whether it can be
// assigned to the user, too: not to one who visits another firm. again reads who has joined since.
export function useAssignees() {
  const { user } = useMe()
  const [{ data, error }, query] = useQuery({ query: assigneesQuery, pause: !useCan()('MessagingChat:SendMessage') })
  const all = data?.conversationAssignees ?? []
  return {
    options: all.filter(({ id }) => id !== user.id).map(({ id, name }) => ({ value: id, label: name })),
    isMember: all.some(({ id }) => id === user.id),
    error,
    again: () => query({ requestPolicy: 'network-only' }),
  }
}
