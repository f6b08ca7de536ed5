import type { Client } from 'urql'

import { unreadQuery, type Conversation } from './queries.ts'

// enough is how many unread conversations are known at least, as long as there may be more.
const enough = 50

type Changed = Pick<Conversation, 'id' | 'unreadCount'>

// Unread are the conversations with unread messages, as far as they were read: there may be others where isMore is set.
export class Unread {
  ids: ReadonlySet<string> = new Set()
  isMore = false
  private reading = Promise.resolve()
  private isReading = false
  private isRereading = false
  // missed are changes during a request, whose answer may be older.
  private missed: Changed[] = []
  private client: Client
  private changed: () => void

  // changed is called whenever they may have changed.
  constructor(client: Client, changed: () => void) {
    this.client = client
    this.changed = changed
  }

  read = () => (this.reading = this.reading.then(this.request))

  private request = async () => {
    this.isReading = true
    const { data } = await this.client.query(unreadQuery, {}, { requestPolicy: 'network-only' })
    this.isReading = false
    if (data?.conversations) {
      this.ids = new Set(data.conversations.items.map(({ id }) => id))
      this.isMore = Boolean(data.conversations.next)
    }
    this.take(this.missed.splice(0))
    this.changed()
  }

  // take takes in conversations that have changed. Where few are left of many, others are read.
  take = (changed: Changed[]) => {
    if (this.isReading) {
      this.missed.push(...changed)
    }
    const differing = changed.filter(({ id, unreadCount }) => this.ids.has(id) !== unreadCount > 0)
    if (differing.length === 0) {
      return
    }
    const next = new Set(this.ids)
    changed.forEach(({ id, unreadCount }) => (unreadCount > 0 ? next.add(id) : next.delete(id)))
    this.ids = next
    this.changed()
    if (this.isMore && next.size < enough && !this.isRereading) {
      this.isRereading = true
      void this.read().then(() => (this.isRereading = false))
    }
  }
}
