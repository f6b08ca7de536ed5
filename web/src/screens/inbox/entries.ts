import type { Client } from 'urql'

import { faultOf, type Fault } from '../../api/fault.ts'
import { begun, live } from '../../api/live.ts'
import { soon } from '../../api/soon.ts'
import { watch } from '../../api/watch.ts'
import type { Outbox, Pending } from './outbox.ts'
import { outboxesOf } from './outboxes.ts'
import { messageChanged, messagesQuery, type Entry } from './queries.ts'

const pageSize = 50

// most is how many conversations stay here.
const most = 40

// opened has the conversations that were opened before, so that they are shown at once.
const opened = new WeakMap<Client, Map<string, Entries>>()

// entriesOf returns the entries of a conversation for the user of a client.
export function entriesOf(client: Client, user: string, id: string): Entries {
  const all = opened.get(client) ?? new Map<string, Entries>()
  opened.set(client, all)
  const found = all.get(id) ?? new Entries(client, user, id)
  all.delete(id)
  all.set(id, found)
  const [oldest] = all.keys()
  if (oldest && all.size > most) {
    all.delete(oldest)
  }
  return found
}

// Entries are the messages and notes of a conversation, the newest last, as far as they were read.
class Entries {
  items: Entry[] = []
  readonly outbox: Outbox
  fault: Fault | undefined
  loaded = false
  hasMore = false
  version = 0
  private keys = new Map<string, string>()
  // known are the ids of what was read, between which nothing is missing. Events and own replies may come after a gap.
  private known = new Set<string>()
  private next: string | null | undefined
  private waiting: Entry[] = []
  // recent are the events during each request, whose answer may be older.
  private recent = new Set<Entry[]>()
  private unschedule: (() => void) | undefined
  private reading = Promise.resolve()
  private isReading = false
  private listeners = new Set<() => void>()
  private client: Client
  private id: string

  constructor(client: Client, user: string, id: string) {
    this.client = client
    this.id = id
    this.outbox = outboxesOf(client, user).of(id)
    this.outbox.onChanged = () => this.changed()
    this.outbox.onTaken = (entry, key) => {
      this.keys.set(entry.id, key)
      // An event may have brought a later status before the answer came.
      if (!this.items.some(({ id }) => id === entry.id)) {
        this.put([entry])
        this.recent.forEach((recent) => recent.unshift(entry)) // An event that waits is newer.
      }
      this.changed()
    }
  }

  // pending are the answers on their way, and what was refused. A note is shown once it is there.
  get pending(): Pending[] {
    return this.outbox.pending.filter(({ answer, fault }) => answer ?? fault)
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  // now tells React whether anything has changed.
  now = () => this.version

  start() {
    live.addEventListener('restored', this.read)
    const end = watch(this.client, messageChanged, { conversationId: this.id }, ({ messageChanged }) => this.add(messageChanged), () => void this.read())
    // What happens before the subscription has begun is in what is read after it.
    void begun().then(this.read)
    return () => {
      live.removeEventListener('restored', this.read)
      this.unschedule?.()
      this.show()
      end()
    }
  }

  // keyOf returns what an entry is drawn under: that of the answer that it was while it was sent.
  keyOf({ id }: Entry): string {
    return this.keys.get(id) ?? id
  }

  // read reads the newest part, after what is read already. What was read before stays, unless there is a gap
  // between both.
  read = () => (this.reading = this.reading.then(this.readNewest))

  private readNewest = async () => {
    const { page, recent } = await this.fetch(undefined)
    if (page) {
      this.show()
      const oldest = page.items.at(-1)
      if (!oldest || !this.known.has(oldest.id)) { // Messages that wait for their time are on each first part.
        this.items = []
        this.known.clear()
        this.next = page.next
      }
      this.take(page.items, recent)
      this.loaded = true
    }
    this.changed()
  }

  // older reads the part before, unless something can't be read: whoever tries that again goes on.
  older = async () => {
    if (!this.next || this.isReading || this.fault) {
      return
    }
    this.isReading = true
    await (this.reading = this.reading.then(this.readOlder))
    this.isReading = false
  }

  private readOlder = async () => {
    if (!this.next || this.fault) {
      return // What was read meanwhile may be all.
    }
    const { page, recent } = await this.fetch(this.next)
    if (page) {
      this.next = page.next
      this.take(page.items, recent)
    }
    this.changed()
  }

  private take(page: Entry[], recent: Entry[]) {
    page.forEach(({ id }) => this.known.add(id))
    this.put(page)
    this.put(recent)
    this.hasMore = Boolean(this.next)
  }

  // add shows an entry that is new, or has changed.
  add(entry: Entry) {
    this.waiting.push(entry)
    this.recent.forEach((recent) => recent.push(entry))
    this.unschedule ??= soon(() => this.show())
  }

  // show takes in the events that wait.
  private show() {
    this.unschedule = undefined
    if (this.waiting.length > 0) {
      this.put(this.waiting.splice(0))
      this.changed()
    }
  }

  private put(entries: Entry[]) {
    const items = new Map(this.items.map((item) => [item.id, item]))
    for (const entry of entries) {
      this.adopt(entry)
      items.set(entry.id, entry)
    }
    this.items = [...items.values()].sort((one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt) || (one.id < other.id ? -1 : 1))
  }

  // adopt takes an own message whose event came before the answer of the server for the one that is
  // pending, so that it is not shown twice in between. Its reference says so: others may write the same.
  private adopt({ id, reference }: Entry) {
    if (reference && this.outbox.remove(reference)) {
      this.keys.set(id, reference)
    }
  }

  private async fetch(after: string | undefined) {
    const recent: Entry[] = []
    this.recent.add(recent)
    const { data, error } = await this.client.query(messagesQuery, { input: { id: this.id, limit: pageSize, after } }, { requestPolicy: 'network-only' })
    this.recent.delete(recent)
    this.fault = faultOf(error)
    return { page: data?.conversationMessages, recent }
  }

  private changed() {
    this.version++
    this.listeners.forEach((listener) => listener())
  }
}

export type { Entries }
