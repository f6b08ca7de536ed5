import { expect, test } from '@playwright/test'
import type { Client } from 'urql'

import type { Conversation } from './queries.ts'

Object.assign(globalThis, { localStorage: { getItem: () => null }, addEventListener: () => {}, requestAnimationFrame: () => 0, cancelAnimationFrame: () => {} })
const { Feed } = await import('./feed.ts')

// server returns a client to whose subscription a test sends conversations.
function server() {
  let send = (_: { data: { conversationChanged: Conversation } }) => {}
  const subscription = () => ({ subscribe: (receive: typeof send) => ((send = receive), { unsubscribe: () => {} }) })
  return { client: { subscription } as unknown as Client, send: (conversationChanged: Conversation) => send({ data: { conversationChanged } }) }
}

const conversation = (id: string, unreadCount: number) => ({ id, unreadCount }) as Conversation

test('an answer that may be older than an event is left out, and that of another conversation is not', async () => {
  const { client, send } = server()
  const feed = new Feed(client)
  const end = feed.start()
  const heard: Conversation[] = []
  feed.listen((changed) => heard.push(...changed))
  const since = feed.events
  send(conversation('c', 2))
  expect(feed.answer(conversation('c', 1), since)).toBe(false)
  expect(feed.answer(conversation('d', 1), since)).toBe(true)
  // No frame is drawn here, as in a page that nobody sees.
  await expect.poll(() => heard).toEqual([conversation('c', 2), conversation('d', 1)])
  expect(feed.answer(conversation('c', 0), feed.events)).toBe(true)
  await expect.poll(() => heard.at(-1)).toEqual(conversation('c', 0))
  end()
})
