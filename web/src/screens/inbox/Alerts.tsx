import './unsent.ts'

import { useEffect } from 'react'
import { useLocation } from 'wouter'

import { live } from '../../api/live.ts'
import { setTitleMark } from '../../parts/title.ts'
import { usePolling } from '../../parts/usePolling.ts'
import { visiting } from '../../session/session.ts'
import { useFeed } from './feed.ts'
import { useSound } from './sound.ts'
import { useUnread } from './useUnread.ts'

// Alerts counts the unread conversations in the title of the page, and plays a sound when a message arrives, whatever
// screen is open.
export default function Alerts() {
  const feed = useFeed()
  const [location] = useLocation()
  // On a visit to another firm there are no events, here and in the inbox.
  usePolling(() => visiting() && live.dispatchEvent(new Event('restored')), 10)
  const { count, isMore } = useUnread(feed)
  useSound(feed, /^\/inbox\/([^/]+)$/.exec(location)?.[1])
  useEffect(() => {
    setTitleMark(count > 0 ? `(${count}${isMore ? '+' : ''})` : '')
    return () => setTitleMark('')
  }, [count, isMore])
  return null
}
