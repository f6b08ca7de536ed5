import { useEffect } from 'react'
import { useMutation } from 'urql'

import { live } from '../../api/live.ts'
import { useCan } from '../../session/me.ts'
import type { Feed } from './feed.ts'
import { readMutation, type Conversation } from './queries.ts'

// useMarkRead marks a conversation as read while somebody who may answer looks at it.
export function useMarkRead(conversation: Conversation | undefined, feed: Feed) {
  const isAllowed = useCan()('MessagingChat:SendMessage')
  const [, markRead] = useMutation(readMutation)
  const { id, unreadCount = 0, lastMessage } = conversation ?? {}
  useEffect(() => {
    if (!id || unreadCount === 0 || !isAllowed) {
      return
    }
    let isMarked = false
    const look = async () => {
      if (isMarked || document.visibilityState !== 'visible') {
        return
      }
      isMarked = true
      const since = feed.events
      const { data } = await markRead({ input: { id } })
      isMarked = Boolean(data)
      if (data) {
        feed.answer(data.markConversationRead, since)
      }
    }
    void look()
    document.addEventListener('visibilitychange', look)
    live.addEventListener('restored', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      live.removeEventListener('restored', look)
    }
  }, [id, unreadCount, lastMessage?.id, isAllowed, markRead, feed])
}
