import type { Client } from 'urql'

import { faultOf, type Fault } from '../../api/fault.ts'
import type { ConversationListInput } from '../../api/generated/graphql.ts'
import { conversationsQuery, type Conversation } from './queries.ts'
import { fits, type Filter } from './useFilter.ts'

const pageSize = 100

// rereadAfter is how long changes are gathered, in milliseconds, before the first part is read again for them.
const rereadAfter = 300

// Conversations are those of a filter, the newest messages first, as far as they were read.
export class Conversations {
  rows: Conversation[] = []
  fault: Fault | undefined
  loaded = false
  hasMore = false
  version = 0
  private opened: string | undefined
  private next: string | null | undefined
  // reading ends with the requests, which come one after the other.
  private reading = Promise.resolve()
  private isReading = false
  // waiting is the first part that is read next, and adding the next part.
  private waiting: Promise<void> | undefined
  private adding: Promise<void> | undefined
  // missed are changes during a request, whose answer may be older.
  private missed: Conversation[] = []
  private rereading: ReturnType<typeof setTimeout> | undefined
  private listeners = new Set<() => void>()
  private client: Client
  private filter: Filter
  private user: string

  constructor(client: Client, filter: Filter, user: string) {
    this.client = client
    this.filter = filter
    this.user = user
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  // now tells React whether anything has changed.
  now = () => this.version

  find(id: string | undefined): Conversation | undefined {
    return this.rows.find((row) => row.id === id)
  }

  // read reads the first part, once for all who ask before that begins.
  read = () =>
    (this.waiting ??= this.inTurn(() => {
      this.waiting = undefined
      return this.fetch(undefined)
    }))

  // more reads the next part.
  more = async () => {
    const hasMore = () => this.next && !this.fault
    if (hasMore()) {
      await (this.adding ??= this.inTurn(async () => {
        if (hasMore()) { // The first part may have been read meanwhile.
          await this.fetch(this.next ?? undefined)
        }
      }).finally(() => (this.adding = undefined)))
    }
  }

  // open names the conversation that is open: it stays in the list though the filter does not fit any more,
  // as when unread ones are shown and it was just read.
  open(id: string | undefined) {
    this.opened = id
    const before = this.rows.length
    this.rows = this.rows.filter((row) => this.shows(row))
    if (this.rows.length !== before) {
      this.changed()
    }
  }

  // stop ends what was to be read later.
  stop() {
    clearTimeout(this.rereading)
    this.rereading = undefined
  }

  // apply shows conversations that have changed, in their new places. Which of those that are not listed a search
  // finds only the server knows: it is asked.
  apply(changed: Conversation[]) {
    if (this.isReading) {
      this.missed.push(...changed)
    }
    if (!this.loaded || changed.length === 0) {
      return
    }
    const news = new Map(changed.map((conversation) => [conversation.id, conversation]))
    const present = new Set(this.rows.filter(({ id }) => news.has(id)).map(({ id }) => id))
    const last = this.rows.at(-1)
    const arriving = [...news.values()].filter((conversation) => {
      // What is below the last row comes with the next part.
      if (present.has(conversation.id)) {
        return this.shows(conversation)
      }
      const isReached = !this.hasMore || !last || order(conversation, last) < 0
      if (!isReached || !fits(this.filter, conversation, this.user)) {
        return false
      }
      if (this.filter.search) {
        this.reread()
      }
      return !this.filter.search
    })
    this.rows = merge(this.rows.filter(({ id }) => !news.has(id)), arriving.sort(order))
    this.changed()
  }

  private shows(row: Conversation): boolean {
    return row.id === this.opened || fits(this.filter, row, this.user)
  }

  private reread() {
    this.rereading ??= setTimeout(() => {
      this.rereading = undefined
      void this.read()
    }, rereadAfter)
  }

  private inTurn(request: () => Promise<void>): Promise<void> {
    const before = this.reading
    return (this.reading = (async () => {
      await before
      this.isReading = true
      await request()
      this.isReading = false
      this.apply(this.missed.splice(0))
    })())
  }

  private async fetch(after: string | undefined) {
    const { search, status, assigned, channel, unread } = this.filter
    const input: ConversationListInput = {
      limit: pageSize,
      after,
      searchTerm: search || undefined,
      status: status === 'All' ? undefined : status,
      assignedTo: assigned || undefined,
      channelId: channel || undefined,
      unread: unread || undefined,
    }
    const { data, error } = await this.client.query(conversationsQuery, { input }, { requestPolicy: 'network-only' })
    this.fault = faultOf(error)
    const page = data?.conversations
    if (page) {
      const known = new Set(page.items.map(({ id }) => id))
      const last = page.items.at(-1)
      const others = this.rows.filter(({ id }) => !known.has(id))
      // A first part that is read again replaces what it reaches. If it does not reach a row that is as it was, others
      // may have changed between it and the rows below: these are read again.
      const isReached = this.rows.some(({ id, activeAt }) => id === last?.id && activeAt === last.activeAt)
      const kept = after ? others : others.filter((row) => page.next && last && isReached && order(last, row) < 0)
      if (after || kept.length === 0) {
        this.next = page.next
        this.hasMore = Boolean(page.next)
      }
      const opened = others.filter((row) => row.id === this.opened && !kept.includes(row))
      this.rows = merge(merge(kept, opened), page.items)
      this.loaded = true
    }
    this.changed()
  }

  private changed() {
    this.version++
    this.listeners.forEach((listener) => listener())
  }
}

// order sorts by when the last message or note came, the newest first, as the server does.
function order(one: Conversation, other: Conversation): number {
  const [time, otherTime] = [one, other].map(({ activeAt }) => activeAt.replace('Z', '')) as [string, string]
  // As texts, since a Date has no microseconds.
  if (time !== otherTime) {
    return time < otherTime ? 1 : -1
  }
  return one.id < other.id ? 1 : -1
}

// merge puts sorted rows among sorted rows.
function merge(rows: Conversation[], added: Conversation[]): Conversation[] {
  if (added.length === 0) {
    return rows
  }
  const merged: Conversation[] = []
  let place = 0
  for (const row of added) {
    while (place < rows.length && order(rows[place]!, row) < 0) {
      merged.push(rows[place++]!)
    }
    merged.push(row)
  }
  return merged.concat(rows.slice(place))
}
