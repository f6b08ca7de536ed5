import { useEffect, useState } from 'react'
import { useClient } from 'urql'

import type { Feed } from './feed.ts'
import { unreadQuery, type Conversation } from './queries.ts'

// useUnread returns how many conversations have unread messages, whatever the list shows. There may be more
// than it counts where isMore is set.
export function useUnread(feed: Feed) {
  const client = useClient()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isMore, setMore] = useState(false)
  useEffect(() => {
    const read = async () => {
      const { data } = await client.query(unreadQuery, {}, { requestPolicy: 'network-only' })
      if (data?.conversations) {
        setIds(new Set(data.conversations.items.map(({ id }) => id)))
        setMore(Boolean(data.conversations.next))
      }
    }
    const take = (changed: Conversation[]) =>
      setIds((present) => {
        const differing = changed.filter(({ id, unreadCount }) => present.has(id) !== unreadCount > 0)
        if (differing.length === 0) {
          return present
        }
        const next = new Set(present)
        differing.forEach(({ id, unreadCount }) => (unreadCount > 0 ? next.add(id) : next.delete(id)))
        return next
      })
    void read()
    return feed.listen(take, () => void read())
  }, [client, feed])
  return { count: ids.size, isMore }
}
