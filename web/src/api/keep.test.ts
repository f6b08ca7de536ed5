import { expect, test } from '@playwright/test'
import { Client, CombinedError, fetchExchange, gql, type OperationResult } from 'urql'

import { cache } from './cache.ts'
import { keep, kept } from './keep.ts'

const result = (key: number, data: unknown, error?: CombinedError, kind = 'query') => ({ operation: { kind, key }, data, error, stale: false, hasNext: false }) as unknown as OperationResult
const offline = new CombinedError({ networkError: new Error('offline') })
const refused = new CombinedError({ graphQLErrors: ['The role does not allow it.'] })

test('what a query has read stays when the server does not answer', () => {
  const known = new Map<number, unknown>()
  expect(kept(known, result(1, undefined, offline)).data).toBeUndefined()
  kept(known, result(1, { name: 'Shop' }))
  const after = kept(known, result(1, undefined, offline))
  expect([after.data, after.error]).toEqual([{ name: 'Shop' }, offline])
  expect(kept(known, result(2, undefined, offline)).data).toBeUndefined()
})

test('what the server refuses does not stay, and mutations are not queries', () => {
  const known = new Map<number, unknown>()
  kept(known, result(1, { name: 'Shop' }))
  expect(kept(known, result(1, undefined, refused)).data).toBeUndefined()
  kept(known, result(3, { id: 1 }, undefined, 'mutation'))
  expect(known.has(3)).toBe(false)
})

test('a query that a mutation has overtaken is asked again', async () => {
  const answers = new Map<string, ((data: object) => void)[]>()
  const client = new Client({
    url: 'http://shop.example/graphql',
    preferGetMethod: false,
    exchanges: [keep(), cache(), fetchExchange],
    // The test answers each operation, by its name.
    fetch: (_, request) => new Promise((resolve) => {
      const { operationName } = JSON.parse(String(request?.body)) as { operationName: string }
      const answer = (data: object) => resolve(new Response(JSON.stringify({ data }), { headers: { 'Content-Type': 'application/json' } }))
      answers.set(operationName, [...(answers.get(operationName) ?? []), answer])
    }),
  })
  const answer = async (name: string, place: number, data: object) => {
    await expect.poll(() => answers.get(name)?.length ?? 0).toBeGreaterThan(place)
    answers.get(name)?.[place]?.(data)
  }
  const query = gql`query Quote { quoteCampaign(input: { id: "1" }) { recipients } }`
  const quote = (recipients: number) => ({ quoteCampaign: { recipients, __typename: 'CampaignQuote' } })
  const first = client.query(query, {}).toPromise()
  await answer('Quote', 0, quote(3))
  await first
  const read = client.query(query, {}, { requestPolicy: 'network-only' }).toPromise()
  const changed = client.mutation(gql`mutation Update { updateCampaign(input: { id: "1" }) { id } }`, {}).toPromise()
  await answer('Update', 0, { updateCampaign: { id: '1', __typename: 'Campaign' } })
  await changed
  await answer('Quote', 1, quote(2))
  await answer('Quote', 2, quote(1))
  expect((await read).data).toMatchObject({ quoteCampaign: { recipients: 1 } })
})
