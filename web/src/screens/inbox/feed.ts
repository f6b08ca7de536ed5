import type { Client } from 'urql'

import { faultOf } from '../../api/fault.ts'
import { live } from '../../api/live.ts'
import { conversationChanged, type Conversation } from './queries.ts'

type Listener = (changed: Conversation[]) => void

// Feed passes on conversations that change, by others and here. Those of one frame come together, the
// last state of each, so that a hundred messages a second draw the page no more often than it is shown.
export class Feed {
  private waiting = new Map<string, Conversation>()
  private listeners = new Set<Listener>()
  private restoredListeners = new Set<() => void>()
  private frame: number | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private retry: ReturnType<typeof setTimeout> | undefined
  private failures = 0
  private end = () => {}
  private client: Client

  constructor(client: Client) {
    this.client = client
  }

  start() {
    live.addEventListener('restored', this.restored)
    this.subscribe()
    return () => {
      live.removeEventListener('restored', this.restored)
      clearTimeout(this.retry)
      this.end()
      this.unschedule()
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

  // push adds a conversation that has changed.
  push(conversation: Conversation) {
    this.waiting.set(conversation.id, conversation)
    if (this.frame !== undefined || this.timer !== undefined) {
      return
    }
    // A page that nobody sees has no frames, and its title still shows what is unread.
    if (document.hidden) {
      this.timer = setTimeout(this.flush, 250)
    } else {
      this.frame = requestAnimationFrame(this.flush)
    }
  }

  private flush = () => {
    this.unschedule()
    const changed = [...this.waiting.values()]
    this.waiting.clear()
    this.listeners.forEach((listener) => listener(changed))
  }

  private unschedule() {
    cancelAnimationFrame(this.frame ?? 0)
    clearTimeout(this.timer)
    this.frame = undefined
    this.timer = undefined
  }

  private restored = () => this.restoredListeners.forEach((listener) => listener())

  private subscribe() {
    const { unsubscribe } = this.client.subscription(conversationChanged, {}).subscribe(({ data, error }) => {
      if (data?.conversationChanged) {
        this.failures = 0
        this.push(data.conversationChanged)
      }
      const fault = faultOf(error)
      if (fault && fault.code !== 'Forbidden') {
        this.again()
      }
    })
    this.end = unsubscribe
  }

  // again subscribes once more after the server has ended the subscription.
  private again() {
    clearTimeout(this.retry)
    this.retry = setTimeout(() => {
      this.end()
      this.subscribe()
      this.restored()
    }, Math.min(30_000, 1000 * 2 ** this.failures++))
  }
}
