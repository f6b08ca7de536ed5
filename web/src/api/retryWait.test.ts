import { expect, test } from '@playwright/test'

import { retryWait } from './retryWait.ts'

test('a connection that is lost is tried again within half a minute, and at once when there is a network again', async () => {
  const page = new EventTarget()
  const listening = new Set<unknown>()
  // A page has these.
  Object.assign(globalThis, {
    addEventListener: (type: string, listener: () => void) => (listening.add(listener), page.addEventListener(type, listener)),
    removeEventListener: (type: string, listener: () => void) => (listening.delete(listener), page.removeEventListener(type, listener)),
  })
  const timers = globalThis.setTimeout
  const times: number[] = []
  globalThis.setTimeout = ((run: () => void, time: number) => timers(run, times.push(time) > 3 ? 600_000 : 0)) as typeof setTimeout
  await retryWait(0)
  await retryWait(3)
  await retryWait(40)
  expect(listening.size).toBe(0)
  const [first, fourth, last] = times as [number, number, number]
  expect(first).toBeGreaterThanOrEqual(750)
  expect(first).toBeLessThanOrEqual(1000)
  expect(fourth).toBeGreaterThanOrEqual(6000)
  expect(last).toBeLessThanOrEqual(30_000)
  const wait = retryWait(40)
  page.dispatchEvent(new Event('online'))
  await wait
  globalThis.setTimeout = timers
  expect(listening.size).toBe(0)
})
