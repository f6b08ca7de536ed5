import type { Client } from 'urql'

import { faultOf, type Fault } from '../../api/fault.ts'
import { live } from '../../api/live.ts'
import { messageChanged, messagesQuery, replyMutation, type Answer, type Entry } from './queries.ts'

const pageSize = 50

// most is how many conversations stay here.
const most = 40

// Pending is an answer that the server has not taken yet.
export interface Pending {
  key: string
  answer: Answer
  // text is what is shown of it.
  text: string
  fileName?: string
  occurredAt: string
  fault?: Fault
}

// opened has the conversations that were opened before, so that they are shown at once, with answers that
// were refused.
const opened = new WeakMap<Client, Map<string, Entries>>()

export function entriesOf(client: Client, id: string): Entries {
  const all = opened.get(client) ?? new Map<string, Entries>()
  opened.set(client, all)
  const found = all.get(id) ?? new Entries(client, id)
  all.delete(id)
  all.set(id, found)
  const idle = [...all].slice(0, -most).find(([, { pending }]) => pending.length === 0)
  if (idle) {
    all.delete(idle[0])
  }
  return found
}

// Entries are the messages and notes of a conversation, the newest last, as far as they were read.
class Entries {
  items: Entry[] = []
  pending: Pending[] = []
  fault: Fault | undefined
  loaded = false
  hasMore = false
  version = 0
  private keys = new Map<string, string>()
  private next: string | null | undefined
  private waiting: Entry[] = []
  // recent are the events during a request, whose answer may be older.
  private recent: Entry[] | undefined
  private frame: number | undefined
  private isReading = false
  private listeners = new Set<() => void>()
  private end = () => {}
  private retry: ReturnType<typeof setTimeout> | undefined
  private client: Client
  private id: string

  constructor(client: Client, id: string) {
    this.client = client
    this.id = id
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  // now tells React whether anything has changed.
  now = () => this.version

  start() {
    live.addEventListener('restored', this.read)
    this.watch()
    void this.read()
    return () => {
      live.removeEventListener('restored', this.read)
      clearTimeout(this.retry)
      cancelAnimationFrame(this.frame ?? 0)
      this.frame = undefined
      this.end()
    }
  }

  // keyOf returns what an entry is drawn under: that of the answer that it was while it was sent.
  keyOf({ id }: Entry): string {
    return this.keys.get(id) ?? id
  }

  // read reads the newest part. What was read before stays, unless there is a gap between both.
  read = async () => {
    this.recent = []
    const page = await this.fetch(undefined)
    const recent = this.recent ?? []
    this.recent = undefined
    if (page) {
      const overlaps = page.items.some(({ id }) => this.items.some((item) => item.id === id))
      if (!overlaps) {
        this.items = []
        this.next = page.next
      }
      this.put(page.items)
      this.put(recent)
      this.hasMore = Boolean(this.next)
      this.loaded = true
    }
    this.changed()
  }

  // older reads the part before.
  older = async () => {
    if (!this.next || this.isReading) {
      return
    }
    this.isReading = true
    const page = await this.fetch(this.next)
    this.isReading = false
    if (page) {
      this.put(page.items)
      this.next = page.next
      this.hasMore = Boolean(page.next)
    }
    this.changed()
  }

  // add shows an entry that is new, or has changed.
  add(entry: Entry) {
    this.waiting.push(entry)
    this.recent?.push(entry)
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined
      const news = this.waiting
      this.waiting = []
      this.put(news)
      this.changed()
    })
  }

  // reply sends an answer, and shows it at once. What the server refuses stays, with the reason.
  async reply(answer: Answer, shown: Pick<Pending, 'text' | 'fileName'>): Promise<boolean> {
    const pending: Pending = { key: crypto.randomUUID(), answer, ...shown, occurredAt: new Date().toISOString() }
    this.pending = [...this.pending, pending]
    this.changed()
    return this.send(pending)
  }

  // again sends an answer again that was refused. Its reference keeps it from being sent twice.
  again(key: string) {
    const pending = this.pending.find((one) => one.key === key)
    if (pending) {
      const { fault: _, ...rest } = pending
      this.pending = this.pending.map((one) => (one.key === key ? rest : one))
      this.changed()
      void this.send(rest)
    }
  }

  discard(key: string) {
    this.pending = this.pending.filter((one) => one.key !== key)
    this.changed()
  }

  private async send({ key, answer }: Pending): Promise<boolean> {
    const { data, error } = await this.client.mutation(replyMutation, { input: { id: this.id, reference: key, ...answer } })
    const message = data?.replyToConversation
    if (message) {
      this.discard(key)
      this.keys.set(message.id, key)
      // An event may have brought a later status before the answer came.
      if (!this.items.some(({ id }) => id === message.id)) {
        this.put([{ ...message, __typename: undefined, direction: 'Outbound', by: null } as Entry])
      }
    } else {
      this.pending = this.pending.map((one) => (one.key === key ? { ...one, fault: faultOf(error) } : one))
    }
    this.changed()
    return message !== undefined
  }

  private put(entries: Entry[]) {
    const items = new Map(this.items.map((item) => [item.id, item]))
    for (const entry of entries) {
      this.adopt(entry, items.has(entry.id))
      items.set(entry.id, entry)
    }
    this.items = [...items.values()].sort((one, other) => Date.parse(one.occurredAt) - Date.parse(other.occurredAt) || (one.id < other.id ? -1 : 1))
  }

  // adopt takes an own message whose event came before the answer of the server for the one that is
  // pending, so that it is not shown twice in between.
  private adopt(entry: Entry, isKnown: boolean) {
    const pending = this.pending.find(({ answer, fault }) => !fault && answer.body === entry.body && !answer.media && !answer.template)
    if (!isKnown && entry.direction === 'Outbound' && pending && Date.parse(entry.occurredAt) > Date.parse(pending.occurredAt) - 60_000) {
      this.keys.set(entry.id, pending.key)
      this.pending = this.pending.filter((one) => one !== pending)
    }
  }

  private async fetch(after: string | undefined) {
    const { data, error } = await this.client.query(messagesQuery, { input: { id: this.id, limit: pageSize, after } }, { requestPolicy: 'network-only' })
    this.fault = faultOf(error)
    return data?.conversationMessages
  }

  private watch() {
    const { unsubscribe } = this.client.subscription(messageChanged, { conversationId: this.id }).subscribe(({ data, error }) => {
      if (data?.messageChanged) {
        this.add(data.messageChanged)
      }
      if (faultOf(error)?.code === 'TooManyRequests') {
        clearTimeout(this.retry)
        this.retry = setTimeout(() => {
          this.end()
          this.watch()
          void this.read()
        }, 1000)
      }
    })
    this.end = unsubscribe
  }

  private changed() {
    this.version++
    this.listeners.forEach((listener) => listener())
  }
}

export type { Entries }
