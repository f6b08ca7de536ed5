import { useEffect } from 'react'
import { useMutation } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { live } from '../../api/live.ts'
import { useCan } from '../../session/me.ts'
import type { Feed } from './feed.ts'
import { readMutation, type Conversation } from './queries.ts'

// again is after how long it is tried again, in milliseconds.
const again = 5000

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
    let retry: ReturnType<typeof setTimeout> | undefined
    let isLeft = false
    const look = async () => {
      clearTimeout(retry)
      if (isMarked || document.visibilityState !== 'visible') {
        return
      }
      isMarked = true
      const since = feed.events
      const { data, error } = await markRead({ input: { id } })
      const fault = faultOf(error)
      isMarked = !fault || fault.code === 'Forbidden' || fault.code === 'NotFound'
      if (data) {
        feed.answer(data.markConversationRead, since)
      } else if (!isMarked && !isLeft) {
        retry = setTimeout(look, again)
      }
    }
    void look()
    document.addEventListener('visibilitychange', look)
    live.addEventListener('restored', look)
    return () => {
      isLeft = true
      clearTimeout(retry)
      document.removeEventListener('visibilitychange', look)
      live.removeEventListener('restored', look)
    }
  }, [id, unreadCount, lastMessage?.id, isAllowed, markRead, feed])
}
