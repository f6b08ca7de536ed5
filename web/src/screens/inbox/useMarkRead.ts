import { useEffect } from 'react'
import { useMutation } from 'urql'

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
      const { data } = await markRead({ input: { id } })
      if (data) {
        feed.push(data.markConversationRead)
      }
    }
    void look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [id, unreadCount, lastMessage?.id, isAllowed, markRead, feed])
}
