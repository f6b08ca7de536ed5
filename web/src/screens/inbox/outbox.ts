import type { Client } from 'urql'

import { faultOf, type Fault } from '../../api/fault.ts'
import { newKey } from '../../parts/key.ts'
import { noteMutation, replyMutation, type Answer, type Entry } from './queries.ts'

// Pending is a reply or a note that the server has not taken yet.
export interface Pending {
  // key is its reference, with which the server takes it once.
  key: string
  // answer is undefined for a note.
  answer?: Answer
  // text is what is shown of it.
  text: string
  fileName?: string
  // to is the name of whom the conversation is with.
  to: string
  occurredAt: string
  fault?: Fault
}

// Outbox sends what somebody writes in a conversation, one after the other, so that nothing overtakes what was written
// before. What the server has not taken is in the storage of this tab, as drafts are, until it is sent or discarded.
export class Outbox {
  pending: Pending[]
  // onTaken is called with what the server has taken, and onChanged when what is pending has changed.
  onTaken: ((entry: Entry, key: string) => void) | undefined
  onChanged: (() => void) | undefined
  private sending: Promise<void> = Promise.resolve()
  private client: Client
  private conversation: string
  private stored: string
  private changed: (refused?: Pending) => void

  // stored names the storage of a user and a conversation. changed is called when what is pending has changed, with what
  // the server has refused.
  constructor(client: Client, conversation: string, stored: string, changed: (refused?: Pending) => void) {
    this.client = client
    this.conversation = conversation
    this.stored = stored
    this.changed = changed
    this.pending = read(stored)
  }

  // add sends a reply, or a note without an answer. What the server refuses stays, with the reason.
  add(written: Pick<Pending, 'answer' | 'text' | 'fileName' | 'to'>): Promise<void> {
    const one: Pending = { key: newKey(), ...written, occurredAt: new Date().toISOString() }
    this.pending = [...this.pending, one]
    store(this.stored, this.pending)
    this.tell()
    return this.send(one)
  }

  // sent resolves once what was added until now is taken or refused.
  sent(): Promise<void> {
    return this.sending
  }

  // again sends something again that was refused.
  again(key: string) {
    const one = this.pending.find((one) => one.key === key)
    if (one) {
      const { fault: _, ...rest } = one
      this.set(this.pending.map((one) => (one.key === key ? rest : one)))
      void this.send(rest)
    }
  }

  // remove takes something out that was sent or discarded, and reports whether it was there.
  remove(key: string): boolean {
    const rest = this.pending.filter((one) => one.key !== key)
    const isThere = rest.length < this.pending.length
    if (isThere) {
      this.set(rest)
    }
    return isThere
  }

  private send(one: Pending): Promise<void> {
    return (this.sending = this.sending.then(() => this.request(one)))
  }

  private async request({ key, answer, text }: Pending) {
    const { entry, error } = answer ? await this.reply(key, answer) : await this.note(key, text)
    if (entry) {
      this.remove(key)
      this.onTaken?.(entry, key)
      return
    }
    const fault = faultOf(error) ?? noAnswer
    const refused = this.pending.find((one) => one.key === key)
    this.set(this.pending.map((one) => (one.key === key ? { ...one, fault } : one)), refused)
  }

  private async reply(key: string, answer: Answer) {
    const { data, error } = await this.client.mutation(replyMutation, { input: { id: this.conversation, reference: key, ...answer } })
    const entry = data && ({ ...data.replyToConversation, __typename: undefined, direction: 'Outbound', reference: key, by: null } as Entry)
    return { entry, error }
  }

  private async note(reference: string, body: string) {
    const { data, error } = await this.client.mutation(noteMutation, { input: { id: this.conversation, reference, body } })
    return { entry: data?.addConversationNote, error }
  }

  private set(pending: Pending[], refused?: Pending) {
    this.pending = pending
    if (sessionStorage.getItem(this.stored) !== null) { // Signing out has removed it for good.
      store(this.stored, pending)
    }
    this.tell(refused)
  }

  private tell(refused?: Pending) {
    this.onChanged?.()
    this.changed(refused)
  }
}

// store keeps what is pending, unless the storage is full or not there: it is sent all the same.
function store(name: string, pending: Pending[]) {
  try {
    if (pending.length === 0) {
      sessionStorage.removeItem(name)
    } else {
      sessionStorage.setItem(name, JSON.stringify(pending))
    }
  } catch {
    // What is in memory holds.
  }
}

const noAnswer: Fault = { code: 'Network', message: '', fields: {} }

// read returns what was not sent when the page was left. Nobody knows whether the server has taken what was on its way.
function read(stored: string): Pending[] {
  try {
    const pending = JSON.parse(sessionStorage.getItem(stored) ?? '[]') as Pending[]
    return pending.map((one) => ({ ...one, fault: one.fault ?? noAnswer }))
  } catch {
    return []
  }
}
