import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useClient } from 'urql'

import { useMe } from '../../session/me.ts'
import { Conversations } from './conversations.ts'
import type { Feed } from './feed.ts'
import type { Filter } from './useFilter.ts'

// useConversations returns the conversations of a filter. Those of the filter before stay until the first new
// ones are there. Only the list itself is drawn whenever one of them changes.
export function useConversations(filter: Filter, feed: Feed, opened: string | undefined) {
  const client = useClient()
  const { user } = useMe()
  const next = useMemo(() => new Conversations(client, filter, user.id), [client, filter, user.id])
  const [list, setList] = useState(next)
  useSyncExternalStore(next.subscribe, () => `${next.loaded} ${next.rows.length > 0} ${next.fault?.message}`)
  useEffect(() => {
    void next.read()
    const leave = feed.listen((changed) => next.apply(changed), () => void next.read())
    return () => {
      leave()
      next.stop()
    }
  }, [next, feed])
  useEffect(() => next.open(opened), [next, opened])
  const isReady = next.loaded || next.fault !== undefined
  useEffect(() => {
    if (isReady) {
      setList(next)
    }
  }, [next, isReady])
  return { list, isOld: list !== next }
}
