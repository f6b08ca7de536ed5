import type { Client } from 'urql'

import { finishWithin, onLeave } from '../../parts/leave.ts'
import { draftKey, draftsOf } from '../../session/access.js'
import { Outbox, type Pending } from './outbox.ts'
import { unsent } from './unsent.ts'

// Refusal is something that the server has refused, or that did not reach it, and the conversation that it was written in.
export interface Refusal {
  conversation: string
  pending: Pending
}

const present = new WeakMap<Client, Outboxes>()

// outboxesOf returns the outboxes of the user of a client.
export function outboxesOf(client: Client, user: string): Outboxes {
  const found = present.get(client) ?? new Outboxes(client, user)
  present.set(client, found)
  return found
}

// Outboxes are those of all conversations in which something is written, or was not sent when the page was loaded: whoever
// goes on elsewhere learns that something was refused.
class Outboxes {
  // onRefused is called with what was refused.
  onRefused: ((refusal: Refusal) => void) | undefined
  private all = new Map<string, Outbox>()
  private listeners = new Set<() => void>()
  private client: Client
  private user: string

  constructor(client: Client, user: string) {
    this.client = client
    this.user = user
    draftsOf(user, unsent).forEach((conversation) => this.of(conversation))
    onLeave({ finish: () => this.finish() })
  }

  // of returns the outbox of a conversation.
  of(conversation: string): Outbox {
    const changed = (pending?: Pending) => {
      this.listeners.forEach((listener) => listener())
      if (pending) {
        this.onRefused?.({ conversation, pending })
      }
    }
    const found = this.all.get(conversation) ?? new Outbox(this.client, conversation, draftKey(this.user, unsent + conversation), changed)
    this.all.set(conversation, found)
    return found
  }

  // hasRefused reports whether something of a conversation was refused, or did not reach the server.
  hasRefused(conversation: string): boolean {
    return this.all.get(conversation)?.pending.some(({ fault }) => fault) ?? false
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private async finish() {
    const sent = Promise.all([...this.all.values()].map((outbox) => outbox.sent()))
    await Promise.race([sent, new Promise((late) => setTimeout(late, finishWithin))])
  }
}

export type { Outboxes }
