import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient, useMutation } from 'urql'

import { watch } from '../../api/watch.ts'
import { setTyping, typingSubscription } from './queries.ts'

// shownFor is how long somebody counts as writing after an event, and toldEvery how often one's own writing
// is told, in milliseconds.
const shownFor = 10_000
const toldEvery = 5000

// useTyping returns the names of the colleagues who are writing in a conversation.
export function useTyping(id: string): string[] {
  const client = useClient()
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    const writing = new Map<string, { name: string; timer: ReturnType<typeof setTimeout> }>()
    const show = () => setNames([...writing.values()].map(({ name }) => name))
    const end = (user: string) => {
      clearTimeout(writing.get(user)?.timer)
      writing.delete(user)
      show()
    }
    const leave = watch(client, typingSubscription, { conversationId: id }, ({ typing: { user, isTyping } }) => {
      if (user) {
        end(user.id)
        if (isTyping) {
          writing.set(user.id, { name: user.name, timer: setTimeout(() => end(user.id), shownFor) })
          show()
        }
      }
    })
    return () => {
      leave()
      writing.forEach(({ timer }) => clearTimeout(timer))
      setNames([])
    }
  }, [client, id])
  return names
}

// useTellTyping returns a function that tells colleagues that one is writing, or no longer.
export function useTellTyping(id: string): (isTyping: boolean) => void {
  const [, tell] = useMutation(setTyping)
  const told = useRef(0)
  const say = useCallback(
    (isTyping: boolean) => {
      const since = Date.now() - told.current
      if (isTyping ? since >= toldEvery : since < shownFor) {
        told.current = isTyping ? Date.now() : 0
        void tell({ input: { id, isTyping } })
      }
    },
    [id, tell],
  )
  useEffect(() => () => say(false), [say])
  return say
}
