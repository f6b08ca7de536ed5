import { randomInt } from 'node:crypto'

import type { Page } from '@playwright/test'

import { as, password } from './api.ts'
import { hold } from './clock.ts'
import { arrived, enter, expect, expectAccessible, people, test } from './people.ts'

const asOwner = <Data>(page: Page, query: string, variables: object) => as<Data>(page.request, people.owner, password, query, variables)

async function send(page: Page, to: string, body = 'Good morning') {
  await asOwner(page, 'mutation ($input: SendMessagesInput!) { sendMessages(input: $input) { accepted { id } } }', { input: { messages: [{ kind: 'Sandbox', to, body }] } })
}

// begin sends a message by the sandbox, and returns the person's number and the conversation.
async function begin(page: Page, to = `+49151${randomInt(10_000_000, 99_999_999)}`) {
  await send(page, to)
  const { conversations } = await asOwner<{ conversations: { items: { id: string }[] } }>(page, 'query ($term: String) { conversations(input: { searchTerm: $term }) { items { id } } }', { term: to })
  return { to, id: conversations.items[0]!.id }
}

const log = (page: Page) => page.getByRole('log', { name: 'Messages' })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' })
const toast = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('what happens before the connection of a page is there once it is connected', async ({ page }) => {
  const { to, id } = await begin(page)
  let connect = () => {}
  const late = new Promise<void>((resolve) => (connect = resolve))
  await page.routeWebSocket(/\/graphql$/, (socket) => {
    const sent: (string | Buffer)[] = []
    let pass = (message: string | Buffer) => {
      sent.push(message)
    }
    socket.onMessage((message) => pass(message))
    void late.then(() => {
      const server = socket.connectToServer()
      server.onMessage((message) => socket.send(message))
      pass = (message) => server.send(message)
      sent.forEach(pass)
    })
  })
  await enter(page, 'owner', `/console/inbox/${id}?status=All&search=${encodeURIComponent(to)}`)
  const row = page.getByRole('listbox', { name: 'Conversations' }).getByRole('option')
  await expect(row).toContainText('Good morning')
  await expect(log(page).getByText('Good morning')).toBeVisible()
  // A message would have statuses later, which come with it.
  await asOwner(page, 'mutation ($input: AddConversationNoteInput!) { addConversationNote(input: $input) { id } }', { input: { id, body: 'Before you were there' } })
  await asOwner(page, 'mutation ($input: SetConversationStatusInput!) { setConversationStatus(input: $input) { id } }', { input: { id, status: 'Closed' } })
  await expect(log(page).getByText('Before you were there')).toHaveCount(0)
  connect()
  await expect(log(page).getByText('Before you were there')).toBeVisible()
  await expect(row).toContainText('Closed')
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
})

test('a reply and a note that were not sent are there after the page is loaded again', async ({ page }) => {
  const { id } = await begin(page)
  let isAway = true
  await page.route('**/graphql', (route) => (isAway && /mutation (Reply|AddConversationNote)/.test(route.request().postData() ?? '') ? route.abort() : route.continue()))
  await enter(page, 'owner', `/console/inbox/${id}`)
  await reply(page).fill('We call you')
  await reply(page).press('Enter')
  const unsent = (text: string) => log(page).getByTestId('message').filter({ hasText: text })
  await expect(unsent('We call you')).toContainText('Not sent')
  // Nobody knows whether the server has taken it: with another text it might be there twice.
  await expect(unsent('We call you').getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await page.getByText('Note', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Note for colleagues' }).fill('Asked twice')
  await page.getByTestId('send').click()
  await expect(unsent('Asked twice')).toContainText('Not sent')
  await expectAccessible(page)
  await page.reload()
  await arrived(page)
  await expect(unsent('Asked twice')).toContainText('Not sent')
  isAway = false
  await unsent('We call you').getByRole('button', { name: 'Try again' }).click()
  await expect(unsent('We call you').getByRole('img', { name: /Read|Sent|Delivered|Waiting/ })).toBeVisible()
  await unsent('Asked twice').getByRole('button', { name: 'Discard' }).click()
  await expect(unsent('Asked twice')).toHaveCount(0)
  await page.reload()
  await arrived(page)
  await expect(unsent('We call you')).toHaveCount(1)
  await expect(unsent('Asked twice')).toHaveCount(0)
})

test('whoever has gone on learns that a reply was not sent, and takes its text again', async ({ page }) => {
  const { id, to } = await begin(page)
  const other = await begin(page)
  let refuse = () => {}
  const answered = new Promise<void>((resolve) => (refuse = resolve))
  await page.route('**/graphql', async (route) => {
    if (!/mutation Reply/.test(route.request().postData() ?? '')) {
      return route.continue()
    }
    await answered
    return route.fulfill({ json: { data: null, errors: [{ message: 'WindowClosed: More than 24 hours have passed.', extensions: { code: 'Conflict' } }] } })
  })
  await enter(page, 'owner', `/console/inbox/${id}?status=All`)
  await reply(page).fill('We call you')
  await reply(page).press('Enter')
  await page.getByRole('option').filter({ hasText: other.to }).click()
  await expect(page.getByRole('heading', { name: other.to, level: 2 })).toBeVisible()
  refuse()
  await expect(toast(page, `Your reply to ${to} was not sent`)).toContainText('We call you')
  await expect(page.getByRole('option').filter({ hasText: to })).toContainText('Not sent')
  await expectAccessible(page)
  // Closing the tab would lose it.
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()

  await toast(page, 'Your reply').getByRole('button', { name: 'Open the conversation' }).click()
  const unsent = log(page).getByTestId('message').filter({ hasText: 'We call you' })
  await hold(page)
  await unsent.getByRole('button', { name: 'Discard' }).click()
  await expect(unsent).toHaveCount(0)
  await toast(page, 'Discarded').getByRole('button', { name: 'Undo' }).click()
  await expect(unsent).toContainText('Not sent')
  // What is being written stays.
  await reply(page).fill('Wait')
  await unsent.getByRole('button', { name: 'Edit' }).click()
  await expect(toast(page, 'Send or remove first what you are writing.')).toBeVisible()
  await expect(reply(page)).toHaveValue('Wait')
  await reply(page).fill('')
  await unsent.getByRole('button', { name: 'Edit' }).click()
  await expect(unsent).toHaveCount(0)
  await expect(reply(page)).toHaveValue('We call you')
  await expect(reply(page)).toBeFocused()
  await expect(page.getByRole('option').filter({ hasText: to })).not.toContainText('Not sent')
})

test('signing out sends what is on its way, and asks before it loses what was not sent', async ({ page }) => {
  const { id } = await begin(page)
  let pass = () => {}
  const passed = new Promise<void>((resolve) => (pass = resolve))
  await page.route('**/graphql', async (route) => {
    const body = route.request().postData() ?? ''
    if (/mutation Reply/.test(body)) {
      await passed
      return body.includes('Lost') ? route.abort() : route.continue()
    }
    return route.continue()
  })
  await enter(page, 'owner', `/console/inbox/${id}`)
  for (const text of ['First', 'Second', 'Lost']) {
    await reply(page).fill(text)
    await reply(page).press('Enter')
  }
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByTestId('sign-out').click()
  pass()
  await expect(page.getByRole('dialog', { name: 'Sign out without sending?' })).toBeVisible()
  await page.getByTestId('stay').click()
  await expect(log(page).getByTestId('message').filter({ hasText: 'Lost' })).toContainText('Not sent')
  await expect(log(page).getByTestId('message').filter({ hasText: 'Second' })).not.toContainText('Not sent')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByTestId('sign-out').click()
  const begun = page.waitForEvent('load')
  await page.getByTestId('leave').click()
  await begun
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('unsent')))).toEqual([])
  const { conversationMessages } = await asOwner<{ conversationMessages: { items: { body: string }[] } }>(page, 'query ($input: ConversationMessagesInput!) { conversationMessages(input: $input) { items { body } } }', { input: { id } })
  expect(conversationMessages.items.map(({ body }) => body)).toEqual(['Second', 'First', 'Good morning'])
})

test('a file that is too large for the channel is refused before it is uploaded', async ({ page }) => {
  const { id } = await begin(page)
  let uploads = 0
  await page.route('**/graphql', async (route) => {
    const body = route.request().postData() ?? ''
    uploads += body.includes('UploadFile') ? 1 : 0
    if (!body.includes('query FileLimits')) {
      return route.continue()
    }
    const answer = await route.fetch()
    return route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"other":104857600', '"other":1536') })
  })
  await enter(page, 'owner', `/console/inbox/${id}`)
  await expect(reply(page)).toBeVisible()
  const choose = (size: number) => page.locator('input[type=file]').setInputFiles({ name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.alloc(size, 'a') })
  await choose(1537)
  await expect(page.getByRole('alert').filter({ hasText: 'at most 1.5 KiB' })).toBeVisible()
  expect(uploads).toBe(0)
  await choose(1536)
  await expect(page.getByRole('group', { name: 'Attached file' })).toContainText('menu.txt')
  await expect(page.getByTestId('send')).toBeEnabled()
  expect(uploads).toBe(1)
})

test('one is told when a colleague closes or assigns the conversation that is open, and not of what one does', async ({ page }) => {
  const { id } = await begin(page)
  await enter(page, 'owner', `/console/inbox/${id}`)
  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  await conversation.getByRole('combobox', { name: 'Assigned to' }).click()
  await page.getByRole('option', { name: 'Rafael Nogueira', exact: true }).click()
  await conversation.getByRole('button', { name: 'Close conversation' }).click()
  await expect(conversation.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await conversation.getByRole('button', { name: 'Reopen' }).click()
  await expect(conversation.getByRole('button', { name: 'Close conversation' })).toBeVisible()
  await expect(toast(page, 'This conversation')).toHaveCount(0)

  const theirs = (query: string, input: object) => as(page.request, people.sales, password, query, { input: { id, ...input } })
  await theirs('mutation ($input: SetConversationStatusInput!) { setConversationStatus(input: $input) { id } }', { status: 'Closed' })
  await expect(toast(page, 'This conversation was closed')).toBeVisible()
  await theirs('mutation ($input: AssignConversationInput!) { assignConversation(input: $input) { id } }', {})
  await expect(toast(page, 'This conversation is assigned to nobody now')).toBeVisible()
  await expectAccessible(page)
})

test('a conversation is offered to those who may read it', async ({ page }) => {
  const { id } = await begin(page)
  await enter(page, 'owner', `/console/inbox/${id}`)
  await page.getByRole('region', { name: 'Conversation', exact: true }).getByRole('combobox', { name: 'Assigned to' }).click()
  const options = page.getByRole('listbox', { name: 'Assigned to' }).getByRole('option')
  await expect(options.filter({ hasText: 'Rafael Nogueira' })).toBeVisible()
  await expect(options.filter({ hasText: 'Me' })).toBeVisible()
  // The bookkeeper has no right to the inbox.
  await expect(options.filter({ hasText: 'Yuki Tanaka' })).toHaveCount(0)
})

test('why a message has failed is said in the language of the console, with what the provider says', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('firmhub-language', 'pt'))
  const { id } = await begin(page, '+15005550001')
  await enter(page, 'owner', `/console/inbox/${id}`)
  const failed = page.getByRole('log').getByTestId('message').filter({ hasText: 'Falhou' }).first()
  await expect(failed).toContainText('Falhou: O endereço não pode ser alcançado')
  await expect(failed.locator('.inbox-detail')).not.toBeEmpty()
  await page.goto('/console/messages')
  await expect(page.getByText(/· O endereço não pode ser alcançado/).first()).toBeVisible()

  // What is refused at once says so, too.
  await page.route('**/graphql', (route) =>
    /mutation Reply/.test(route.request().postData() ?? '')
      ? route.fulfill({ json: { data: null, errors: [{ message: 'WindowClosed: More than 24 hours have passed.', extensions: { code: 'Conflict' } }] } })
      : route.continue(),
  )
  await page.goto(`/console/inbox/${id}`)
  await page.getByRole('textbox', { name: 'Resposta' }).fill('Olá')
  await page.getByRole('textbox', { name: 'Resposta' }).press('Enter')
  const refused = page.getByRole('log').getByRole('alert')
  await expect(refused).toContainText('Não enviada: A janela para textos livres está fechada')
  await expect(refused).toContainText('More than 24 hours have passed.')
})

test('a text with a / that is no quick reply is sent by Enter', async ({ page }) => {
  const { id } = await begin(page)
  await enter(page, 'owner', `/console/inbox/${id}`)
  const text = `See /${randomInt(1_000_000)}`
  await reply(page).fill(text)
  await expect(page.getByRole('listbox', { name: 'Quick replies' }).getByRole('option')).toHaveCount(1)
  await reply(page).press('Enter')
  await expect(log(page).getByText(text)).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // The keys still reach the line that opens all of them.
  await reply(page).fill(`${text}a`)
  await reply(page).press('ArrowDown')
  await reply(page).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Quick replies' })).toBeVisible()
})

test('a reply with a file that was refused is edited with its file', async ({ page }) => {
  const { id } = await begin(page)
  let isRefused = true
  await page.route('**/graphql', (route) =>
    isRefused && /mutation Reply/.test(route.request().postData() ?? '')
      ? route.fulfill({ json: { data: null, errors: [{ message: 'InsufficientBalance: Too little.', extensions: { code: 'Conflict' } }] } })
      : route.continue(),
  )
  await enter(page, 'owner', `/console/inbox/${id}`)
  await expect(reply(page)).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.from('beans') })
  await expect(page.getByTestId('send')).toBeEnabled()
  await reply(page).fill('Our mneu')
  await reply(page).press('Enter')
  const unsent = log(page).getByTestId('message').filter({ hasText: 'Our mneu' })
  await unsent.getByRole('button', { name: 'Edit' }).click()
  await expect(unsent).toHaveCount(0)
  await expect(reply(page)).toHaveValue('Our mneu')
  await expect(page.getByRole('group', { name: 'Attached file' })).toContainText('menu.txt')
  isRefused = false
  await reply(page).fill('Our menu')
  await reply(page).press('Enter')
  const sent = log(page).getByTestId('message').filter({ hasText: 'Our menu' })
  await expect(sent.getByRole('img', { name: /Read|Sent|Delivered|Waiting/ })).toBeVisible()
  await expect(sent).toContainText('menu.txt')
})

test('the Enter that ends a composition sends nothing, as Safari sends it, and a full storage takes no text away', async ({ page }) => {
  const { id } = await begin(page)
  await enter(page, 'owner', `/console/inbox/${id}`)
  await expect(reply(page)).toBeVisible()
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await reply(page).fill('こんにちは')
  await reply(page).evaluate((field) => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })))
  await expect(reply(page)).toHaveValue('こんにちは')
  await reply(page).press('Enter')
  await expect(log(page).getByText('こんにちは')).toHaveCount(1)
  await expect(reply(page)).toHaveValue('')
})

test('a conversation that could not be marked as read is marked later', async ({ page }) => {
  const { id } = await begin(page)
  let marks = 0
  await page.routeWebSocket(/\/graphql$/, () => {}) // Events would say that it is read.
  await page.route('**/graphql', async (route) => {
    const body = route.request().postData() ?? ''
    if (body.includes('mutation MarkConversationRead')) {
      return marks++ < 2 ? route.abort() : route.continue()
    }
    if (!body.includes('query Conversation')) {
      return route.continue()
    }
    const answer = await route.fetch()
    return route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"unreadCount":0', '"unreadCount":1') })
  })
  await enter(page, 'owner', `/console/inbox/${id}`)
  await expect.poll(() => marks).toBe(3)
})
