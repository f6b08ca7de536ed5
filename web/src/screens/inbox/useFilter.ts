import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

import type { Conversation } from './queries.ts'

// Filter says which conversations are shown.
export interface Filter {
  search: string
  status: 'Open' | 'Closed' | 'All'
  // assigned is me, none, the id of a user, or empty for everybody's.
  assigned: string
  channel: string
  unread: boolean
}

// everything is the filter without conditions. The inbox begins with the open conversations.
export const everything: Filter = { search: '', status: 'All', assigned: '', channel: '', unread: false }

// useFilter keeps the filter in the address: ?search=ana&status=Closed&assigned=me&channel=…&unread=true.
export function useFilter(): [Filter, (change: Partial<Filter>) => void] {
  const [parameters, setParameters] = useSearchParams()
  const text = parameters.toString()
  const filter = useMemo(() => read(new URLSearchParams(text)), [text])
  const change = (part: Partial<Filter>) =>
    setParameters(
      () => {
        const present = new URLSearchParams(location.search)
        return write(present, { ...read(present), ...part })
      },
      { replace: true },
    )
  return [filter, change]
}

export function read(parameters: URLSearchParams): Filter {
  const status = parameters.get('status')
  return {
    search: (parameters.get('search') ?? '').slice(0, 200),
    status: status === 'Closed' || status === 'All' ? status : 'Open',
    assigned: parameters.get('assigned') ?? '',
    channel: parameters.get('channel') ?? '',
    unread: parameters.get('unread') === 'true',
  }
}

export function write(parameters: URLSearchParams, { search, status, assigned, channel, unread }: Filter): URLSearchParams {
  const values = { search, status: status === 'Open' ? '' : status, assigned, channel, unread: unread ? 'true' : '' }
  for (const [name, value] of Object.entries(values)) {
    if (value) {
      parameters.set(name, value)
    } else {
      parameters.delete(name)
    }
  }
  return parameters
}

// fits reports whether a filter shows a conversation to a user, apart from the search: the server searches more than a
// conversation shows, such as e-mail addresses, and letters without their accents.
export function fits({ status, assigned, channel, unread }: Filter, conversation: Conversation, user: string): boolean {
  const assignee = conversation.assignedTo?.id ?? 'none'
  return (
    (status === 'All' || conversation.status === status) &&
    (!assigned || assignee === (assigned === 'me' ? user : assigned)) &&
    (!channel || conversation.channelId === channel) &&
    (!unread || conversation.unreadCount > 0)
  )
}
