import { useCallback, useEffect, useRef, useState } from 'react'
import { useClient } from 'urql'

import { faultOf, type Fault } from '../../api/fault.ts'
import type { Feed } from './feed.ts'
import { conversationQuery, type Conversation } from './queries.ts'

// useConversation returns the conversation that is open, as it changes. That of the list is shown until it
// is read.
export function useConversation(id: string, feed: Feed, listed: Conversation | undefined) {
  const client = useClient()
  const [conversation, setConversation] = useState(listed)
  const [fault, setFault] = useState<Fault>()
  const reads = useRef(0)
  const read = useCallback(async () => {
    const number = ++reads.current
    const since = feed.events
    const { data, error } = await client.query(conversationQuery, { id }, { requestPolicy: 'network-only' })
    if (number !== reads.current) {
      return // A later answer is newer.
    }
    setFault(faultOf(error))
    if (data?.conversation && feed.answer(data.conversation, since)) {
      setConversation(data.conversation)
    }
  }, [client, feed, id])
  useEffect(() => {
    void read()
    const take = (changed: Conversation[]) => {
      const found = changed.find((one) => one.id === id)
      if (found) {
        setConversation(found)
      }
    }
    return feed.listen(take, () => void read())
  }, [feed, id, read])
  return { conversation, fault, read }
}
