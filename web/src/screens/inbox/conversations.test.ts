import { expect, test } from '@playwright/test'
import type { Client } from 'urql'

import { Conversations } from './conversations.ts'
import type { Conversation } from './queries.ts'
import { everything, type Filter } from './useFilter.ts'

const me = 'me-1'

function conversation(id: string, minute: number, part: Partial<Conversation> = {}): Conversation {
  const occurredAt = new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString()
  return {
    id, channelId: 'c', channelName: 'Sandbox', channelKind: 'Sandbox', address: `+55${id}`, addressKind: 'Phone', contactId: null, contactName: null,
    status: 'Open', unreadCount: 0, windowUntil: null, activeAt: occurredAt, updatedAt: occurredAt, assignedTo: null,
    lastMessage: { id: `m${id}`, direction: 'Inbound', body: 'Hello', status: 'Delivered', occurredAt }, ...part,
  }
}

// listOf reads parts of a list from a server that has these.
async function listOf(filter: Filter, ...parts: Conversation[][]) {
  let calls = 0
  const answer = ({ input }: { input: { after?: string } }) => {
    calls++
    const part = Number(input.after ?? 0)
    return { data: { conversations: { items: parts[part], next: part + 1 < parts.length ? String(part + 1) : null } } }
  }
  const client = { query: (_: unknown, variables: { input: object }) => Promise.resolve(answer(variables)) } as unknown as Client
  const list = new Conversations(client, filter, me)
  await list.read()
  return { list, ids: () => list.rows.map(({ id }) => id).join(''), calls: () => calls }
}

test('what changes moves to its place, and is read from nowhere', async () => {
  const { list, ids, calls } = await listOf(everything, [conversation('a', 9), conversation('b', 8), conversation('c', 7)])
  list.apply([conversation('c', 10), conversation('d', 11)])
  expect(ids()).toBe('dcab')
  list.apply([conversation('a', 9, { unreadCount: 2 })])
  expect(ids()).toBe('dcab')
  expect(list.rows[2]?.unreadCount).toBe(2)
  expect(calls()).toBe(1)
})

test('a note moves a conversation up, and so does a message that arrives late, as on the server', async () => {
  const at = (minute: number, fraction = '') => `2026-01-01T12:${String(minute).padStart(2, '0')}:00${fraction}Z`
  const part = [conversation('a', 9), conversation('b', 8), conversation('c', 7)]
  const { list, ids } = await listOf(everything, part, [conversation('d', 6, { activeAt: at(6, '.000002') }), conversation('e', 6, { activeAt: at(6) })])
  list.apply([conversation('c', 7, { activeAt: at(10) })])
  expect(ids()).toBe('cab')
  list.apply([conversation('b', 8, { activeAt: at(11) })])
  expect(ids()).toBe('bca')
  await list.more()
  expect(ids()).toBe('bcade')
})

test('what is below the last row waits for the next part, and is there once', async () => {
  const { list, ids } = await listOf(everything, [conversation('a', 9), conversation('b', 8)], [conversation('b', 8), conversation('c', 7)])
  list.apply([conversation('c', 7, { unreadCount: 1 })])
  expect(ids()).toBe('ab')
  await list.more()
  expect(ids()).toBe('abc')
  expect(list.hasMore).toBe(false)
})

test('a first part that is read again replaces what it reaches, and leaves what is below', async () => {
  const first = [conversation('a', 9), conversation('b', 8)]
  const { list, ids } = await listOf(everything, first, [conversation('c', 7)])
  await list.more()
  first.splice(0, 2, conversation('d', 10), conversation('b', 8))
  await list.read()
  expect(ids()).toBe('dbc')
  expect(list.hasMore).toBe(false)
})

test('a first part that does not reach what was read before replaces all of it', async () => {
  const first = [conversation('a', 9), conversation('b', 8)]
  const { list, ids } = await listOf(everything, first, [conversation('c', 7)])
  await list.more()
  // While the connection was away b and others below d and e got messages, too.
  first.splice(0, 2, conversation('d', 14), conversation('e', 13))
  await list.read()
  expect(ids()).toBe('de')
  expect(list.hasMore).toBe(true)
})

test('what changes during a request is not replaced by an answer that is older', async () => {
  const { list } = await listOf(everything, [conversation('a', 9)])
  const reading = list.read()
  await Promise.resolve()
  list.apply([conversation('a', 9, { unreadCount: 1 }), conversation('a', 9, { unreadCount: 2 })])
  await reading
  await Promise.resolve()
  expect(list.rows.map(({ unreadCount }) => unreadCount)).toEqual([2])
})

test('the next part and the first one are both read, whichever is asked for first', async () => {
  const first = [conversation('a', 9), conversation('b', 8)]
  const { list, ids, calls } = await listOf(everything, first, [conversation('c', 7)])
  const more = [list.more(), list.more()]
  const reading = list.read()
  const waiting = list.read()
  first.unshift(conversation('d', 10))
  await Promise.all([...more, reading, waiting])
  expect(ids()).toBe('dabc')
  expect(calls()).toBe(3)

  const second = [conversation('a', 9), conversation('b', 8)]
  const { list: next, ids: nextIds } = await listOf(everything, second, [conversation('c', 7)])
  second.unshift(conversation('d', 10))
  await Promise.all([next.read(), next.more()])
  expect(nextIds()).toBe('dabc')
})

test('what does not fit the filter any more leaves, but for what is open', async () => {
  const { list, ids } = await listOf({ ...everything, status: 'Open', unread: true }, [conversation('a', 9, { unreadCount: 1 }), conversation('b', 8, { unreadCount: 1 })])
  list.open('a')
  list.apply([conversation('a', 9), conversation('b', 8)])
  expect(ids()).toBe('a')
  list.open(undefined)
  expect(ids()).toBe('')
})

test('a filter fits what the server would show', async () => {
  const mine = { assignedTo: { id: me, name: 'Me' } }
  const fit = async (filter: Partial<Filter>, part: Partial<Conversation>) => {
    const { list, ids } = await listOf({ ...everything, ...filter }, [])
    list.apply([conversation('a', 1, part)])
    return ids() === 'a'
  }
  expect(await fit({ assigned: 'me' }, mine)).toBe(true)
  expect(await fit({ assigned: 'me' }, {})).toBe(false)
  expect(await fit({ assigned: 'none' }, {})).toBe(true)
  expect(await fit({ assigned: 'none' }, mine)).toBe(false)
  expect(await fit({ channel: 'c' }, {})).toBe(true)
  expect(await fit({ channel: 'd' }, {})).toBe(false)
  expect(await fit({ status: 'Closed' }, {})).toBe(false)
})

test('what a search has found stays, though its text is not in it', async () => {
  const filter: Filter = { ...everything, search: 'jose', status: 'Open' }
  const { list, ids, calls } = await listOf(filter, [conversation('a', 9, { contactName: 'José' }), conversation('b', 8), conversation('c', 7)])
  list.open('b')
  list.apply([conversation('b', 10), conversation('c', 7, { status: 'Closed' })])
  expect(ids()).toBe('ba')
  expect(calls()).toBe(1)
})

test('whether a search finds what is not listed is asked of the server, once for many', async () => {
  const first = [conversation('a', 9)]
  const { list, ids, calls } = await listOf({ ...everything, search: 'jose', status: 'Open' }, first)
  list.apply([conversation('x', 12, { status: 'Closed' })])
  list.apply([conversation('b', 10)])
  list.apply([conversation('y', 11)])
  expect(ids()).toBe('a')
  first.unshift(conversation('b', 10))
  await expect.poll(ids).toBe('ba')
  expect(calls()).toBe(2)
})

test('what is open stays when the first part is read again without it', async () => {
  const first = [conversation('a', 9), conversation('b', 8, { unreadCount: 1 })]
  const { list, ids } = await listOf({ ...everything, unread: true }, first)
  list.open('a')
  first.shift()
  await list.read()
  expect(ids()).toBe('ab')
  list.open(undefined)
  expect(ids()).toBe('b')
})
