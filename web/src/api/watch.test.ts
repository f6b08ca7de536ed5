import { expect, test } from '@playwright/test'
import { CombinedError, type Client, type OperationResult, type TypedDocumentNode } from 'urql'

import { watch } from './watch.ts'

interface Event {
  typing: string
}

// server returns a client whose subscriptions a test answers, and how many have begun and ended.
function server() {
  const sinks: ((result: Partial<OperationResult<Event>>) => void)[] = []
  let ended = 0
  const subscription = () => ({
    subscribe: (sink: (typeof sinks)[number]) => {
      sinks.push(sink)
      return { unsubscribe: () => ended++ }
    },
  })
  return { client: { subscription } as unknown as Client, sinks, ended: () => ended }
}

const refusal = (code: string) => ({ error: new CombinedError({ graphQLErrors: [{ message: code, extensions: { code } }] }) })
const typing = {} as TypedDocumentNode<Event, object>

test('a subscription that the server has ended begins again, and what was missed is read', async () => {
  const { client, sinks, ended } = server()
  const received: string[] = []
  let missed = 0
  const leave = watch(client, typing, {}, (data) => received.push(data.typing), () => missed++)
  sinks[0]?.({ data: { typing: 'Ana' } })
  sinks[0]?.(refusal('TooManyRequests'))
  await expect.poll(() => sinks.length).toBe(2)
  sinks[1]?.({ data: { typing: 'Bo' } })
  expect(received).toEqual(['Ana', 'Bo'])
  expect({ missed, ended: ended() }).toEqual({ missed: 1, ended: 1 })
  sinks[1]?.(refusal('Unavailable'))
  leave()
  expect(ended()).toBe(2)
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
