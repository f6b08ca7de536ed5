import { expect, test } from '@playwright/test'

import { faultOf } from './fault.ts'

// A page has these.
Object.assign(globalThis, {
  window: {},
  location: { origin: 'https://firmhub.example' },
  sessionStorage: { getItem: () => null, removeItem: () => {} },
  addEventListener: () => {},
  localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  ...('navigator' in globalThis ? {} : { navigator: {} }),
})
const { refresh } = await import('../session/access.js')
const { newClient } = await import('./client.ts')

const time = new AbortController()
let limit = 0
AbortSignal.timeout = (milliseconds) => ((limit = milliseconds), time.signal)

// Nobody answers any request but that for an access token.
let asked = 0
const silence = (signal: AbortSignal | null | undefined) =>
  new Promise<Response>((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason as Error)))
const claims = btoa(JSON.stringify({ sub: 'me' }))
globalThis.fetch = (input, init) => {
  asked++
  const isToken = String(input as string).endsWith('/refresh') && asked === 1
  return isToken ? Promise.resolve(Response.json({ data: { token: `.${claims}.`, expiresIn: 900 } })) : silence(init?.signal)
}

test('what nobody answers ends as a fault of the network, also a refresh of the session', async () => {
  expect(await refresh()).toBe(true)
  const client = newClient()
  const query = client.query('query { me { id } }', {}).toPromise()
  const mutation = client.mutation('mutation { logOut }', {}).toPromise()
  const token = refresh()
  await expect.poll(() => asked).toBe(4)
  expect(limit).toBeGreaterThanOrEqual(30_000)
  time.abort(new DOMException('signal timed out', 'TimeoutError'))
  expect(faultOf((await query).error)?.code).toBe('Network')
  expect(faultOf((await mutation).error)?.code).toBe('Network')
  await expect(token).rejects.toThrow('timed out')
})
