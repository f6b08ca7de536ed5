import { expect, test } from '@playwright/test'
import { CombinedError, type Client, type OperationResult, type TypedDocumentNode } from 'urql'

// A page has these.
Object.assign(globalThis, { addEventListener: () => {}, localStorage: { getItem: () => null }, WebSocket: { OPEN: 1 } })
const { watch } = await import('./watch.ts')

interface Event {
  typing: string
}

// server returns a client whose subscriptions a test answers, and how many have begun and ended. It calls begins with their
// number.
function server(begins?: (number: number) => void) {
  const sinks: ((result: Partial<OperationResult<Event>>) => void)[] = []
  let ended = 0
  const subscription = () => ({
    subscribe: (sink: (typeof sinks)[number]) => {
      sinks.push(sink)
      begins?.(sinks.length)
      return { unsubscribe: () => ended++ }
    },
  })
  return { client: { subscription } as unknown as Client, sinks, ended: () => ended }
}

const refusal = (code: string) => ({ error: new CombinedError({ graphQLErrors: [{ message: code, extensions: { code } }] }) })
const typing = {} as TypedDocumentNode<Event, object>

test('a subscription that the server has ended begins again, and what was missed is read', async () => {
  let missed = 0
  const missedAtBegin: number[] = []
  const { client, sinks, ended } = server(() => queueMicrotask(() => missedAtBegin.push(missed)))
  const received: string[] = []
  const leave = watch(client, typing, {}, (data) => received.push(data.typing), () => missed++)
  sinks[0]?.({ data: { typing: 'Ana' } })
  sinks[0]?.(refusal('TooManyRequests'))
  await expect.poll(() => sinks.length).toBe(2)
  sinks[1]?.({ data: { typing: 'Bo' } })
  expect(received).toEqual(['Ana', 'Bo'])
  await expect.poll(() => missed).toBe(1)
  expect(missedAtBegin).toEqual([0, 0])
  expect(ended()).toBe(1)
  sinks[1]?.(refusal('Unavailable'))
  leave()
  expect(ended()).toBe(2)
})

test('who leaves while a subscription begins again reads nothing', async () => {
  let missed = 0
  const { client, sinks } = server((number) => number === 2 && leave())
  const leave = watch(client, typing, {}, () => {}, () => missed++)
  sinks[0]?.(refusal('TooManyRequests'))
  await expect.poll(() => sinks.length).toBe(2)
  await new Promise((resolve) => setTimeout(() => setTimeout(resolve))) // The server has begun it.
  expect(missed).toBe(0)
})

for (const code of ['Forbidden', 'NotFound']) {
  test(`a subscription that is ${code} does not begin again`, () => {
    const { client, sinks } = server()
    const timers = globalThis.setTimeout
    let timed = 0
    globalThis.setTimeout = (() => ++timed) as unknown as typeof setTimeout
    const leave = watch(client, typing, {}, () => {})
    sinks[0]?.(refusal(code))
    globalThis.setTimeout = timers
    expect(timed).toBe(0)
    leave()
  })
}
