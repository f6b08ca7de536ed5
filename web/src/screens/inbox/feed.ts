import { useEffect, useMemo } from 'react'
import { useClient, type Client } from 'urql'

import { live } from '../../api/live.ts'
import { soon } from '../../api/soon.ts'
import { watch } from '../../api/watch.ts'
import { conversationChanged, type Conversation } from './queries.ts'

const feeds = new WeakMap<Client, Feed>()

// useFeed returns the feed of a client, which everything on a page shares.
export function useFeed(): Feed {
  const client = useClient()
  const feed = useMemo(() => {
    const present = feeds.get(client) ?? new Feed(client)
    feeds.set(client, present)
    return present
  }, [client])
  useEffect(() => feed.start(), [feed])
  return feed
}

type Listener = (changed: Conversation[]) => void

// pause is the least time between two changes of the page, in milliseconds.
const pause = 250

// Feed passes on conversations that change, by others and here: the first at once, and those of the pause after it
// together, the last state of each, so that a hundred messages a second leave a browser time for who types.
export class Feed {
  private waiting = new Map<string, Conversation>()
  private listeners = new Set<Listener>()
  private restoredListeners = new Set<() => void>()
  // events counts what has come, and seen has the count at the last event of each conversation.
  events = 0
  private seen = new Map<string, number>()
  private unschedule: (() => void) | undefined
  private flushedAt = -pause
  private users = 0
  private end = () => {}
  private client: Client

  constructor(client: Client) {
    this.client = client
  }

  // start begins with the first who uses the feed, and ends with the last.
  start() {
    if (this.users++ === 0) {
      live.addEventListener('restored', this.restored)
      this.end = watch(this.client, conversationChanged, {}, ({ conversationChanged }) => this.receive(conversationChanged), this.restored)
    }
    return () => {
      if (--this.users > 0) {
        return
      }
      live.removeEventListener('restored', this.restored)
      this.end()
      this.unschedule?.()
      this.unschedule = undefined
    }
  }

  // listen calls a function with what has changed, and restored when changes were missed.
  listen(listener: Listener, restored?: () => void) {
    this.listeners.add(listener)
    if (restored) {
      this.restoredListeners.add(restored)
    }
    return () => {
      this.listeners.delete(listener)
      if (restored) {
        this.restoredListeners.delete(restored)
      }
    }
  }

  // answer passes on the conversation that a request returned, which began after so many events, and reports whether it
  // did. It does not where an event came since: that is newer, or another one of what the request has changed follows it.
  answer(conversation: Conversation, since: number): boolean {
    const isNewest = (this.seen.get(conversation.id) ?? 0) <= since
    if (isNewest) {
      this.push(conversation)
    }
    return isNewest
  }

  private receive(conversation: Conversation) {
    this.seen.set(conversation.id, ++this.events)
    this.push(conversation)
  }

  private push(conversation: Conversation) {
    this.waiting.set(conversation.id, conversation)
    if (this.unschedule) {
      return
    }
    const wait = this.flushedAt + pause - performance.now()
    if (wait > 0) {
      const timer = setTimeout(this.flush, wait)
      this.unschedule = () => clearTimeout(timer)
    } else {
      this.unschedule = soon(this.flush)
    }
  }

  private flush = () => {
    this.unschedule = undefined
    this.flushedAt = performance.now()
    const changed = [...this.waiting.values()]
    this.waiting.clear()
    this.listeners.forEach((listener) => listener(changed))
  }

  private restored = () => this.restoredListeners.forEach((listener) => listener())
}
