import { expect, test } from '@playwright/test'
import { CombinedError, type Client } from 'urql'

import type { Entry } from './queries.ts'

// A page has these.
Object.assign(globalThis, {
  window: {},
  sessionStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  requestAnimationFrame: (draw: () => void) => setTimeout(draw),
  cancelAnimationFrame: clearTimeout,
  addEventListener: () => {},
  localStorage: { getItem: () => null },
})
const { entriesOf } = await import('./entries.ts')

function entry(minute: number, status = 'Delivered'): Entry {
  return { id: `m${minute}`, direction: 'Inbound', status, occurredAt: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString() } as Entry
}

// server returns the entries of a conversation whose parts a test answers, by the minutes of their entries.
function server() {
  const requests: { after?: string; answer: (minutes: number[] | undefined, next?: string) => Promise<void> }[] = []
  const query = (_: unknown, { input }: { input: { after?: string } }) =>
    new Promise((resolve) => {
      const answer = async (minutes: number[] | undefined, next: string | null = null) => {
        const error = new CombinedError({ networkError: new Error('offline') })
        resolve(minutes ? { data: { conversationMessages: { items: minutes.toReversed().map((minute) => entry(minute)), next } } } : { error })
        await new Promise(setImmediate)
      }
      requests.push({ after: input.after, answer })
    })
  const reply = (minute: number) => ({ data: { replyToConversation: entry(minute, 'Queued') } })
  const mutation = (_: unknown, { input }: { input: { body: string } }) => Promise.resolve(reply(Number(input.body)))
  const entries = entriesOf({ query, mutation } as unknown as Client, 'me', 'c')
  const request = async (place: number) => {
    await expect.poll(() => requests.length).toBe(place + 1)
    return requests[place]!
  }
  return { entries, requests, request, minutes: () => entries.items.map(({ id }) => Number(id.slice(1))) }
}

test('older messages that can not be read are asked for once, until somebody tries again', async () => {
  const { entries, requests, request, minutes } = server()
  void entries.read()
  await (await request(0)).answer([8, 9], 'older')
  void entries.older()
  await (await request(1)).answer(undefined)
  expect(entries.fault?.code).toBe('Network')
  await entries.older() // The top is still seen.
  expect(requests).toHaveLength(2)
  void entries.read()
  await (await request(2)).answer([8, 9], 'older')
  void entries.older()
  await (await request(3)).answer([6, 7])
  expect(minutes()).toEqual([6, 7, 8, 9])
  expect(entries.hasMore).toBe(false)
})

test('events and own replies after a gap do not hide it', async () => {
  const { entries, requests, request, minutes } = server()
  void entries.read()
  await (await request(0)).answer([1, 2, 50], 'oldest') // The last one waits for its time.
  // The line was cut for a while.
  entries.add(entry(20))
  await entries.outbox.add({ answer: { body: '21' }, text: '21', to: 'Ada' })
  await expect.poll(minutes).toEqual([1, 2, 20, 21, 50])
  void entries.read()
  await (await request(1)).answer([19, 20, 21, 50], 'older')
  expect(minutes()).toEqual([19, 20, 21, 50])
  void entries.older()
  expect((await request(2)).after).toBe('older')
  await requests[2]!.answer([2, 3], 'oldest')
  expect(minutes()).toEqual([2, 3, 19, 20, 21, 50])
})

test('a part that overlaps with what was read leaves what is before', async () => {
  const { entries, request, minutes } = server()
  void entries.read()
  await (await request(0)).answer([1, 2], 'oldest')
  void entries.read()
  await (await request(1)).answer([2, 3], 'older')
  expect(minutes()).toEqual([1, 2, 3])
  void entries.older()
  expect((await request(2)).after).toBe('oldest')
})

test('a reply that is taken while the newest part is read stays, with its latest status', async () => {
  const { entries, request } = server()
  void entries.read()
  const reading = await request(0)
  await entries.outbox.add({ answer: { body: '30' }, text: '30', to: 'Ada' })
  entries.add(entry(30, 'Sent'))
  entries.add(entry(31, 'Sent')) // It is not shown yet when the answer comes.
  await entries.outbox.add({ answer: { body: '31' }, text: '31', to: 'Ada' })
  await reading.answer([1, 2])
  expect(entries.items.map(({ id, status }) => `${id} ${status}`)).toEqual(['m1 Delivered', 'm2 Delivered', 'm30 Sent', 'm31 Sent'])
})

test('older messages are read after the newest part that is on its way', async () => {
  const { entries, requests, request, minutes } = server()
  void entries.read()
  await (await request(0)).answer([8, 9], 'older')
  void entries.read()
  const newest = await request(1)
  void entries.older()
  await new Promise(setImmediate)
  expect(requests).toHaveLength(2)
  await newest.answer([28, 29], 'later')
  expect((await request(2)).after).toBe('later')
  await requests[2]!.answer([26, 27], 'older')
  expect(minutes()).toEqual([26, 27, 28, 29])
})
