import { expect, test } from '@playwright/test'
import { CombinedError, type Client } from 'urql'

import { replyMutation, type Entry } from './queries.ts'

interface Input {
  id: string
  body: string
  reference?: string
}

// A page has these.
const stored: Record<string, string> = Object.create({
  getItem(key: string) {
    return stored[key] ?? null
  },
  setItem(key: string, value: string) {
    stored[key] = value
  },
  removeItem(key: string) {
    delete stored[key]
  },
}) as Record<string, string>
Object.assign(globalThis, {
  window: {},
  sessionStorage: stored,
  requestAnimationFrame: (draw: () => void) => setTimeout(draw),
  cancelAnimationFrame: clearTimeout,
  addEventListener: () => {},
  localStorage: { getItem: () => null },
})
const { entriesOf } = await import('./entries.ts')
const { outboxesOf } = await import('./outboxes.ts')
const forget = () => Object.keys(stored).forEach((key) => delete stored[key])
test.beforeEach(forget)

// server returns a client whose requests a test answers, one after the other.
function server() {
  const requests: { input: Input; answer: (error?: CombinedError) => void }[] = []
  const mutation = (document: unknown, { input }: { input: Input }) =>
    new Promise((resolve) => {
      const id = `m${requests.length}`
      const isReply = document === replyMutation
      const entry = { id, body: input.body, occurredAt: new Date().toISOString(), status: 'Queued' }
      const data = isReply ? { replyToConversation: entry } : { addConversationNote: { ...entry, direction: 'Note' } }
      requests.push({ input, answer: (error) => resolve(error ? { error } : { data }) })
    })
  return { client: { mutation } as unknown as Client, requests }
}

const open = (client: Client, user = 'me') => entriesOf(client, user, 'c')
const pendingOf = (client: Client, user?: string) => open(client, user).pending.map(({ text }) => text)
const offline = new CombinedError({ networkError: new Error('offline') })
const refused = new CombinedError({ graphQLErrors: [{ message: 'WindowClosed: too late', extensions: { code: 'Conflict' } }] })

test('replies and notes are sent one after the other, in the order in which they were written', async () => {
  const { client, requests } = server()
  const { outbox } = open(client)
  const first = outbox.add({ answer: { body: 'First' }, text: 'First', to: 'Ada' })
  void outbox.add({ text: 'Noted', to: 'Ada' })
  const last = outbox.add({ answer: { body: 'Last' }, text: 'Last', to: 'Ada' })
  await new Promise(setImmediate)
  expect(requests.map(({ input }) => input.body)).toEqual(['First'])
  expect(pendingOf(client)).toEqual(['First', 'Last'])
  requests[0]?.answer(refused) // What follows is sent all the same.
  await first
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.answer()
  await expect.poll(() => requests.length).toBe(3)
  requests[2]?.answer()
  await last
  expect(open(client).items.map(({ body }) => body)).toEqual(['Noted', 'Last'])
  expect(pendingOf(client)).toEqual(['First'])
})

test('what was not sent is there when the page is loaded again, until it is sent or discarded', async () => {
  const { client, requests } = server()
  const { outbox } = open(client)
  const sent = outbox.add({ answer: { body: 'Refused' }, text: 'Refused', to: 'Ada' })
  const noted = outbox.add({ text: 'Noted', to: 'Ada' })
  void outbox.add({ answer: { body: 'On its way' }, text: 'On its way', to: 'Ada' })
  await expect.poll(() => requests.length).toBe(1)
  requests[0]?.answer(refused)
  await sent
  requests[1]?.answer(offline)
  await noted

  const { client: next, requests: later } = server()
  expect(open(next).pending.map(({ text, fault }) => [text, fault?.code])).toEqual([['Refused', 'Conflict'], ['Noted', 'Network'], ['On its way', 'Network']])
  expect(pendingOf(server().client, 'another')).toEqual([])
  const [again, note, discarded] = open(next).pending.map(({ key }) => key) as [string, string, string]
  open(next).outbox.again(again)
  await expect.poll(() => later.length).toBe(1)
  expect(later[0]?.input.reference).toBe(requests[0]?.input.reference)
  later[0]?.answer()
  await expect.poll(() => pendingOf(next)).toEqual(['Noted', 'On its way'])
  open(next).outbox.again(note)
  await expect.poll(() => later.length).toBe(2)
  expect(later[1]?.input).toEqual({ id: 'c', body: 'Noted', reference: requests[1]?.input.reference })
  later[1]?.answer()
  await expect.poll(() => pendingOf(next)).toEqual(['On its way'])
  open(next).outbox.remove(discarded)
  expect(pendingOf(server().client)).toEqual([])
  expect(stored).toEqual({})
})

test('what signing out has removed does not come back when an answer arrives late', async () => {
  const { client, requests } = server()
  const sent = open(client).outbox.add({ answer: { body: 'Hello' }, text: 'Hello', to: 'Ada' })
  await expect.poll(() => requests.length).toBe(1)
  forget()
  requests[0]?.answer(offline)
  await sent
  expect(stored).toEqual({})
})

test('an own message whose event comes first takes the place of what is sent, and the same text of a colleague does not', async () => {
  const { client, requests } = server()
  const entries = open(client)
  const sent = entries.outbox.add({ answer: { body: 'Hello' }, text: 'Hello', to: 'Ada' })
  await expect.poll(() => requests.length).toBe(1)
  const event = (id: string, reference: string | null) =>
    ({ id, direction: 'Outbound', body: 'Hello', occurredAt: new Date().toISOString(), status: 'Sent', reference }) as Entry
  entries.add(event('m-theirs', 'their-key'))
  entries.add(event('m-imported', null))
  await expect.poll(() => entries.items.length).toBe(2)
  expect(pendingOf(client)).toEqual(['Hello'])
  const own = requests[0]?.input.reference ?? ''
  entries.add(event('m0', own))
  await expect.poll(() => pendingOf(client)).toEqual([])
  expect(entries.items.map(entries.keyOf, entries)).toEqual(expect.arrayContaining([own]))
  requests[0]?.answer()
  await sent
  expect(entries.items.map(({ id, status }) => [id, status])).toContainEqual(['m0', 'Sent'])
  expect(entries.items).toHaveLength(3)
})

test('what was refused in a conversation is known outside of it, until it is sent', async () => {
  const { client, requests } = server()
  const outboxes = outboxesOf(client, 'me')
  const told: (string | undefined)[] = []
  outboxes.onRefused = ({ conversation, pending }) => told.push(`${conversation}: ${pending.text} to ${pending.to}`)
  const sent = open(client).outbox.add({ answer: { body: 'Hello' }, text: 'Hello', to: 'Ada' })
  expect(outboxes.hasRefused('c')).toBe(false)
  await expect.poll(() => requests.length).toBe(1)
  requests[0]?.answer(refused)
  await sent
  expect(told).toEqual(['c: Hello to Ada'])
  expect(outboxes.hasRefused('c')).toBe(true)
  expect(outboxes.hasRefused('another')).toBe(false)

  // The page is loaded again, and nobody opens the conversation.
  const { client: next, requests: later } = server()
  expect(outboxesOf(server().client, 'somebody').hasRefused('c')).toBe(false)
  expect(outboxesOf(next, 'me').hasRefused('c')).toBe(true)
  const { outbox } = open(next)
  outbox.again(outbox.pending[0]?.key ?? '')
  await expect.poll(() => later.length).toBe(1)
  later[0]?.answer()
  await expect.poll(() => outboxesOf(next, 'me').hasRefused('c')).toBe(false)
})
