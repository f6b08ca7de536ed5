import { expect, test } from '@playwright/test'
import type { Client } from 'urql'

import { Unread } from './unread.ts'

// server returns the unread conversations of a server whose answers a test gives, by how many there are and whether there are more.
function server() {
  const answers: ((from: number, count: number, next?: string) => Promise<void>)[] = []
  const query = () =>
    new Promise((resolve) => {
      answers.push(async (from, count, next) => {
        const items = Array.from({ length: count }, (_, place) => ({ id: `c${from + place}`, unreadCount: 1 }))
        resolve({ data: { conversations: { items, next: next ?? null } } })
        await new Promise(setImmediate)
      })
    })
  const unread = new Unread({ query } as unknown as Client, () => {})
  const answer = async (place: number, ...[from, count, next]: [number, number, string?]) => {
    await expect.poll(() => answers.length).toBe(place + 1)
    await answers[place]!(from, count, next)
  }
  return { unread, answers, answer }
}

test('others are read where few are left of more than were read', async () => {
  const { unread, answers, answer } = server()
  void unread.read()
  await answer(0, 0, 100, 'next')
  const read = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => ({ id: `c${from + place}`, unreadCount: 0 }))
  unread.take(read(0, 50))
  expect([unread.ids.size, answers.length]).toEqual([50, 1])
  unread.take(read(50, 51))
  unread.take(read(51, 52))
  await answer(1, 52, 68)
  expect([unread.ids.size, unread.isMore]).toEqual([68, false])
  unread.take(read(52, 120))
  await new Promise(setImmediate)
  expect([unread.ids.size, answers.length]).toEqual([0, 2])
})

test('what changes during a request is not replaced by an answer that is older', async () => {
  const { unread, answers, answer } = server()
  void unread.read()
  await expect.poll(() => answers.length).toBe(1)
  unread.take([{ id: 'c9', unreadCount: 1 }, { id: 'c0', unreadCount: 1 }, { id: 'c0', unreadCount: 0 }])
  await answer(0, 0, 2)
  expect([...unread.ids].sort()).toEqual(['c1', 'c9'])
})
