import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient, useMutation } from 'urql'

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
    const timers = new Map<string, ReturnType<typeof setTimeout>>()
    const end = (name: string) => {
      clearTimeout(timers.get(name))
      timers.delete(name)
      setNames([...timers.keys()])
    }
    const { unsubscribe } = client.subscription(typingSubscription, { conversationId: id }).subscribe(({ data }) => {
      const name = data?.typing.user?.name
      if (name) {
        end(name)
        if (data.typing.isTyping) {
          timers.set(name, setTimeout(() => end(name), shownFor))
          setNames([...timers.keys()])
        }
      }
    })
    return () => {
      unsubscribe()
      timers.forEach(clearTimeout)
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
