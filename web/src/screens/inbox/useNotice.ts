import { notifications as toasts } from '@mantine/notifications'
import { useEffect, useRef } from 'react'

import { useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import type { Conversation } from './queries.ts'
import { inbox } from './words.ts'

// Handled is the part of a conversation that says who works on it. assigned is null for nobody.
interface Handled {
  status: Conversation['status']
  assigned: string | null
}

// useNotice says that somebody else has closed or assigned the conversation that is open. What one does oneself is to be
// expected.
export function useNotice(conversation: Conversation | undefined) {
  const words = useWords(inbox)
  const { user } = useMe()
  const before = useRef<Handled>(undefined)
  const expected = useRef<Partial<Handled>>({})
  const { status, assignedTo } = conversation ?? {}
  const assigned = assignedTo?.id ?? null
  useEffect(() => {
    if (!status) {
      return
    }
    const last = before.current
    before.current = { status, assigned }
    if (!last) {
      return
    }
    if (status !== last.status) {
      if (expected.current.status !== status && status === 'Closed') {
        toasts.show({ message: words.wasClosed })
      }
      delete expected.current.status
    }
    if (assigned !== last.assigned) {
      if (expected.current.assigned !== assigned) {
        toasts.show({ message: assigned === user.id ? words.wasAssignedToMe : assignedTo ? words.wasAssigned(assignedTo.name) : words.wasUnassigned })
      }
      delete expected.current.assigned
    }
  }, [status, assigned])
  // expect announces an own change, and returns what to call if the server refuses it.
  const expect = (part: Partial<Handled>) => {
    Object.assign(expected.current, part)
    const failed = () => {
      for (const name of Object.keys(part) as (keyof Handled)[]) {
        delete expected.current[name]
      }
    }
    return { failed }
  }
  return { expect }
}
