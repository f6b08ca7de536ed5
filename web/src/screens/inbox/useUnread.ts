import { useEffect, useState } from 'react'
import { useClient } from 'urql'

import type { Feed } from './feed.ts'
import { Unread } from './unread.ts'

// useUnread returns how many conversations have unread messages, whatever the list shows. There may be more
// than it counts where isMore is set.
export function useUnread(feed: Feed) {
  const client = useClient()
  const [shown, setShown] = useState({ count: 0, isMore: false })
  useEffect(() => {
    const unread = new Unread(client, () => setShown({ count: unread.ids.size, isMore: unread.isMore }))
    void unread.read()
    return feed.listen(unread.take, () => void unread.read())
  }, [client, feed])
  return shown
}
