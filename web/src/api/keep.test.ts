import { expect, test } from '@playwright/test'
import { Client, CombinedError, fetchExchange, gql, type OperationResult } from 'urql'

import { cache } from './cache.ts'
import { keep, kept } from './keep.ts'
import { overtake } from './overtake.ts'

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

// shop returns a client whose operations the test answers, by their names and how often they were asked before.
function shop() {
  const answers = new Map<string, ((data: object) => void)[]>()
  const client = new Client({
    url: 'http://shop.example/graphql',
    preferGetMethod: false,
    exchanges: [keep(), cache(), overtake(), fetchExchange],
    fetch: (_, request) => new Promise((resolve) => {
      const { operationName } = JSON.parse(String(request?.body)) as { operationName: string }
      const answer = (data: object) => resolve(new Response(JSON.stringify({ data }), { headers: { 'Content-Type': 'application/json' } }))
      answers.set(operationName, [...(answers.get(operationName) ?? []), answer])
    }),
  })
  const asked = (name: string, times: number) => expect.poll(() => answers.get(name)?.length ?? 0).toBe(times)
  const answer = async (name: string, place: number, data: object) => {
    await expect.poll(() => answers.get(name)?.length ?? 0).toBeGreaterThan(place)
    answers.get(name)?.[place]?.(data)
  }
  return { client, asked, answer }
}

test('a query that a mutation has overtaken is asked again', async () => {
  const { client, answer } = shop()
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

const webhooks = gql`query ListedWebhooks { all: webhooks { id name } }`
const remove = gql`mutation RemoveListed { removed: deleteWebhook(input: { id: "1" }) }`
const listed = (...ids: string[]) => ({ all: ids.map((id) => ({ id, name: id, __typename: 'Webhook' })) })
const shown = ({ data }: OperationResult) => (data as ReturnType<typeof listed> | undefined)?.all.map(({ id }) => id)

test('what was deleted does not come back by a list that was asked for before, while another answer is still to come', async () => {
  const { client, answer, asked } = shop()
  const first = client.query(webhooks, {}).toPromise()
  await answer('ListedWebhooks', 0, listed('1', '2'))
  await first
  const other = client.query(gql`query ListedRoles { roles { id } }`, {}).toPromise()
  await asked('ListedRoles', 1)
  const seen: (string[] | undefined)[] = []
  const { unsubscribe } = client.query(webhooks, {}, { requestPolicy: 'cache-and-network' }).subscribe((result) => seen.push(shown(result)))
  await asked('ListedWebhooks', 2)
  const removed = client.mutation(remove, {}).toPromise()
  await answer('RemoveListed', 0, { removed: '1' })
  await removed
  const before = seen.length
  await answer('ListedWebhooks', 1, listed('1', '2', '3'))
  await answer('ListedWebhooks', 2, listed('2', '3'))
  await expect.poll(() => seen.at(-1)).toEqual(['2', '3'])
  await answer('ListedRoles', 0, { roles: [] })
  await other
  expect(seen.slice(before)).not.toContainEqual(['1', '2', '3'])
  unsubscribe()
})

test('what was deleted does not come back by a list that was never there before', async () => {
  const { client, answer } = shop()
  const read = client.query(webhooks, {}).toPromise()
  const removed = client.mutation(remove, {}).toPromise()
  await answer('RemoveListed', 0, { removed: '1' })
  await removed
  await answer('ListedWebhooks', 0, listed('1', '2'))
  await answer('ListedWebhooks', 1, listed('2'))
  expect(shown(await read)).toEqual(['2'])
})

test('a mutation that changes something else makes no answer old', async () => {
  const { client, answer, asked } = shop()
  const read = client.query(webhooks, {}).toPromise()
  const changed = client.mutation(gql`mutation Update { updateCampaign(input: { id: "1" }) { id } }`, {}).toPromise()
  await answer('Update', 0, { updateCampaign: { id: '1', __typename: 'Campaign' } })
  await changed
  await answer('ListedWebhooks', 0, listed('1'))
  expect(shown(await read)).toEqual(['1'])
  await asked('ListedWebhooks', 1)
})
