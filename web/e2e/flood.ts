import { createHmac } from 'node:crypto'

import type { APIRequestContext, Page } from '@playwright/test'

import { as } from './api.ts'
import { enter, expect, people, test } from './people.ts'

// Measures the inbox under a flood: `make bench-inbox`. Two people have the same conversation open in two browsers,
// among CONSOLE_CONVERSATIONS others, while CONSOLE_RATE messages a second arrive by the hook of WhatsApp for
// CONSOLE_SECONDS. One types all the time. Reported is the time from a key to the next frame that shows it, and from
// the post of a message to the frame that shows it in each browser: in the open conversation, and in the list for the
// others. Of those that come at once, the list shows the newest.
const conversations = Number(process.env.CONSOLE_CONVERSATIONS ?? 10_000)
const rate = Number(process.env.CONSOLE_RATE ?? 100)
const seconds = Number(process.env.CONSOLE_SECONDS ?? 60)

const secret = 'flood-app-secret'
const number = '15551230000'
// share is how many messages of the flood are for the conversation that is open: one in share.
const share = 50
const batch = 100

const phone = (place: number) => `49151${String(10_000_000 + place)}`

interface Incoming {
  from: number
  text: string
}

let sent = 0

// post sends messages to the hook as Meta does.
async function post(request: APIRequestContext, hook: string, incoming: Incoming[]) {
  const messages = incoming.map(({ from, text }) => ({
    from: phone(from), id: `wamid.flood.${Date.now()}.${++sent}`, timestamp: String(Math.floor(Date.now() / 1000)), type: 'text', text: { body: text },
  }))
  const contacts = incoming.map(({ from }) => ({ wa_id: phone(from), profile: { name: `Person ${from}` } }))
  const value = { messaging_product: 'whatsapp', metadata: { display_phone_number: number, phone_number_id: number }, contacts, messages }
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] })
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  const answer = await request.post(hook, { data: body, headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': `sha256=${signature}` } })
  expect(answer.status()).toBe(200)
}

// observe notes in the page when each key is painted, each marked message of the conversation, and each that is seen in
// the list.
async function observe(page: Page) {
  await page.evaluate(() => {
    const noted = { keys: [] as number[], messages: [] as { mark: string; at: number }[] }
    Object.assign(window, { noted })
    // What a frame has drawn is on the screen before the first task after it.
    const painted = (call: () => void) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = call
        port2.postMessage(null)
      })
    addEventListener('keydown', ({ timeStamp }) => painted(() => noted.keys.push(performance.now() - timeStamp)), true)
    const known = new Set<string>()
    const watch = (selector: string, marks: RegExp) => {
      const part = document.querySelector(selector)!
      const look = () => {
        for (const [mark] of (part.textContent ?? '').matchAll(marks)) {
          if (!known.has(mark)) {
            known.add(mark)
            painted(() => noted.messages.push({ mark, at: Date.now() }))
          }
        }
      }
      new MutationObserver(look).observe(part, { childList: true, subtree: true, characterData: true })
    }
    watch('[role=log]', /mark\d+;/g)
    watch('.inbox-rows', /listed\d+;/g)
  })
  return () => page.evaluate(() => (window as unknown as { noted: { keys: number[]; messages: { mark: string; at: number }[] } }).noted)
}

function percentiles(values: number[]) {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (part: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN)
  return { count: values.length, p50: at(0.5), p95: at(0.95), max: at(1) }
}

test('the inbox under a flood, in two browsers', async ({ page, browser, baseURL }) => {
  test.setTimeout(3_600_000)
  const { request } = page
  const asOwner = <Data>(query: string, variables: object = {}) => as<Data>(request, people.owner, 'Try-firmhub-1', query, variables)
  const { createChannel } = await asOwner<{ createChannel: { id: string } }>('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', {
    input: {
      name: `Flood ${Date.now()}`, kind: 'WhatsApp', settings: { phoneNumberId: number, businessAccountId: '1' },
      secrets: { accessToken: 'none', appSecret: secret, verifyToken: 'none' },
    },
  })
  const hook = `/hooks/${createChannel.id}`
  const known = async () => {
    const { messagePage } = await asOwner<{ messagePage: { totalCount: number } }>('query ($id: ID!) { messagePage(input: { channelId: $id, pageSize: 1 }) { totalCount } }', { id: createChannel.id })
    return messagePage.totalCount
  }
  for (let from = 0; from < conversations; from += batch) {
    await post(request, hook, Array.from({ length: Math.min(batch, conversations - from) }, (_, place) => ({ from: from + place, text: 'Good morning' })))
  }
  await expect.poll(known, { timeout: 1_800_000, intervals: [1000] }).toBeGreaterThanOrEqual(conversations)
  const { conversations: found } = await asOwner<{ conversations: { items: { id: string }[] } }>(
    'query ($term: String) { conversations(input: { searchTerm: $term }) { items { id } } }', { term: phone(0) },
  )
  const address = `/console/inbox/${found.items[0]!.id}`
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  const theirs = await context.newPage()
  await enter(page, 'owner', address)
  await enter(theirs, 'sales', address)
  const field = page.getByRole('textbox', { name: 'Reply' })
  await expect(field).toBeVisible()
  await expect(theirs.getByRole('textbox', { name: 'Reply' })).toBeVisible()
  for (const each of [page, theirs]) {
    await expect(each.getByRole('listbox', { name: 'Conversations' })).toBeVisible()
    await expect(each.getByRole('log', { name: 'Messages' })).toBeVisible()
  }
  const reads = [await observe(page), await observe(theirs)]

  const posted = new Map<string, number>()
  const end = Date.now() + seconds * 1000
  const begun = Date.now()
  let count = 0
  const flood = async () => {
    while (Date.now() < end) {
      const due = Math.floor(((Date.now() - begun) / 1000) * rate) - count
      const incoming = Array.from({ length: Math.min(due, batch) }, () => {
        count++
        const isOpen = count % share === 0
        const mark = `${isOpen ? 'mark' : 'listed'}${count};`
        posted.set(mark, Date.now())
        return { from: isOpen ? 0 : 1 + (count * 7919) % (conversations - 1), text: mark }
      })
      if (incoming.length > 0) {
        await post(request, hook, incoming)
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const type = async () => {
    await field.click()
    while (Date.now() < end) {
      await page.keyboard.type('We look into it. ', { delay: 60 })
      if ((await field.inputValue()).length > 400) {
        await field.fill('')
      }
    }
  }
  await Promise.all([flood(), type()])
  const open = [...posted.keys()].filter((mark) => mark.startsWith('mark')).length
  const isShown = async () => (await Promise.all(reads.map((read) => read()))).every(({ messages }) => messages.filter(({ mark }) => mark.startsWith('mark')).length >= open)
  await expect.poll(isShown, { timeout: 60_000 }).toBe(true)
  const [own, other] = await Promise.all(reads.map((read) => read()))
  const delays = ({ messages }: { messages: { mark: string; at: number }[] }, kind: 'mark' | 'listed') =>
    percentiles(messages.filter(({ mark }) => mark.startsWith(kind)).map(({ mark, at }) => at - posted.get(mark)!))
  const keys = percentiles(own!.keys)
  const [shown, shownThere] = [delays(own!, 'mark'), delays(other!, 'mark')]
  const [listed, listedThere] = [delays(own!, 'listed'), delays(other!, 'listed')]
  console.table({
    'key to paint, ms': keys, 'message on the screen, ms': shown, 'in the other browser, ms': shownThere,
    'message in the list, ms': listed, 'in the other list, ms': listedThere,
  })
  console.log(`${count} messages in ${seconds} s, among ${conversations} conversations`)
  await context.close()
  expect.soft(keys.p95, 'key to paint').toBeLessThanOrEqual(100)
  expect.soft(Math.max(shown.max, shownThere.max), 'a new message').toBeLessThanOrEqual(1000)
  expect.soft(Math.min(listed.count, listedThere.count), 'messages in the list').toBeGreaterThan(0)
  expect.soft(Math.max(listed.max, listedThere.max), 'a new message in the list').toBeLessThanOrEqual(1000)
})
