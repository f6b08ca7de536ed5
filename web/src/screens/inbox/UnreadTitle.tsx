import { useEffect } from 'react'

import type { Feed } from './feed.ts'
import { useUnread } from './useUnread.ts'

// UnreadTitle counts the unread conversations in the title of the page.
export function UnreadTitle({ feed, title }: { feed: Feed; title: string }) {
  const { count, isMore } = useUnread(feed)
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}${isMore ? '+' : ''}) ` : ''}${title} · firmhub`
  }, [count, isMore, title])
  return null
}
