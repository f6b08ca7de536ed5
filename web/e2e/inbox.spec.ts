import type { APIRequestContext, Page } from '@playwright/test'

import { as } from './api.ts'
import { hold } from './clock.ts'
import { enter, enterAs, expect, expectAccessible, people, test } from './people.ts'

const password = 'Try-firmhub-1'
const unique = () => `${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`

interface Talk {
  id: string
  address: string
}

// begin sends a message by the sandbox, and returns the conversation with the person.
async function begin(request: APIRequestContext, to = `+49151${String(Math.random()).slice(2, 10).padEnd(8, '0')}`, body = 'Good morning'): Promise<Talk> {
  const asOwner = <Data>(query: string, variables: object) => as<Data>(request, people.owner, password, query, variables)
  const { sendMessages } = await asOwner<{ sendMessages: { accepted: unknown[] } }>(
    'mutation ($input: SendMessagesInput!) { sendMessages(input: $input) { accepted { id } rejected { message } } }',
    { input: { messages: [{ kind: 'Sandbox', to, body }] } },
  )
  expect(sendMessages.accepted).toHaveLength(1)
  const { conversations } = await asOwner<{ conversations: { items: Talk[] } }>(
    'query ($term: String) { conversations(input: { searchTerm: $term }) { items { id address } } }', { term: to },
  )
  return conversations.items[0]!
}

const messages = (page: Page) => page.getByRole('log', { name: 'Messages' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Conversations' })
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' })

test('an answer that arrives is read, answered, noted, assigned and closed', async ({ page }) => {
  await enter(page, 'owner', '/console/inbox')
  await expect(list(page)).toBeVisible()
  // The sandbox answers to this number from a user of WhatsApp without a number.
  await begin(page.request, '+15005550009')
  const row = list(page).getByRole('option', { name: /US\.15005550009/ })
  await expect(row).toContainText('Hello')
  await expect(row).toContainText('unread message')
  await expect(page).toHaveTitle(/^\(\d+\) Inbox · firmhub$/)
  await row.click()
  await expect(page).toHaveURL(/\/console\/inbox\/[0-9a-f-]{36}$/)
  await expect(messages(page).getByText('Hello', { exact: true }).first()).toBeVisible()
  await expect(row).not.toContainText('unread message')
  await expectAccessible(page)

  const text = `How can we help? ${unique()}`
  await reply(page).fill(text)
  await reply(page).press('Enter')
  const sent = messages(page).getByTestId('message').filter({ hasText: text })
  await expect(sent).toHaveCount(1)
  await expect(sent.getByRole('img', { name: 'Read' })).toBeVisible()
  await expect(reply(page)).toHaveValue('')
  await expect(row).toContainText(text)

  const note = `Asks about ${unique()}`
  await page.getByText('Note', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Note for colleagues' }).fill(note)
  await page.getByTestId('send').click()
  await expect(messages(page).getByTestId('message').filter({ hasText: note })).toContainText(`Note by ${people.owner}`)

  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  await conversation.getByRole('combobox', { name: 'Assigned to' }).click()
  await page.getByRole('option', { name: 'Rafael Nogueira' }).click()
  await expect(row).toContainText('Rafael Nogueira')
  await conversation.getByRole('button', { name: 'Close conversation' }).click()
  await expect(conversation.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('Closed').click()
  await expect(page).toHaveURL(/status=Closed/)
  await expect(row).toBeVisible()
  await conversation.getByRole('button', { name: 'Reopen' }).click()
  await expect(conversation.getByRole('button', { name: 'Close conversation' })).toBeVisible()
})

test('a quick reply is saved, inserted by its shortcut, and deleted with undo', async ({ page }) => {
  const { id } = await begin(page.request)
  const shortcut = `hours${unique()}`
  await enter(page, 'owner', `/console/inbox/${id}`)
  await reply(page).fill('/')
  await page.getByRole('option', { name: 'Manage quick replies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Quick replies' })
  await dialog.getByTestId('new-quick-reply').click()
  await dialog.getByTestId('save').click()
  await expect(dialog.getByLabel('Shortcut')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Shortcut').fill(shortcut)
  await dialog.getByLabel('Text').fill('We are open from 9 to 18.')
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Text'), 'what is not saved stays').toHaveValue('We are open from 9 to 18.')
  await expectAccessible(page)
  await dialog.getByTestId('save').click()
  await expect(dialog.getByText(`/${shortcut}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await reply(page).fill(`Hello. /${shortcut.slice(0, -1)}`)
  await expect(page.getByRole('option', { name: `/${shortcut}` })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)
  await reply(page).press('Enter')
  await expect(reply(page)).toHaveValue('Hello. We are open from 9 to 18.')
  // What is not sent is there when one comes back.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Choose a conversation')).toBeVisible()
  await page.goBack()
  await expect(reply(page)).toHaveValue('Hello. We are open from 9 to 18.')

  await reply(page).fill('/')
  await page.getByRole('option', { name: 'Manage quick replies' }).click()
  await hold(page)
  await dialog.getByRole('button', { name: `Delete /${shortcut}` }).click()
  await expect(dialog.getByText(`/${shortcut}`)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByText(`/${shortcut}`)).toBeVisible()
})

test('a template is sent with its values, and a file with its text', async ({ page }) => {
  const { id } = await begin(page.request)
  await enter(page, 'owner', `/console/inbox/${id}`)
  await page.getByRole('button', { name: 'Template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a template' })
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await page.getByRole('option', { name: /pedido_enviado/ }).click()
  await expect(dialog.getByTestId('send-template')).toBeDisabled()
  await dialog.getByLabel('firstName').fill('Ana')
  await dialog.getByLabel('pedido').fill('4712')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Ana, o seu pedido 4712')
  await expectAccessible(page)
  await dialog.getByTestId('send-template').click()
  await expect(dialog).toBeHidden()
  await expect(messages(page).getByTestId('message').filter({ hasText: 'Template pedido_enviado' })).toContainText('4712')

  // The smallest picture there is.
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await page.locator('input[type=file]').setInputFiles({ name: 'beans.png', mimeType: 'image/png', buffer: Buffer.from(png, 'base64') })
  await expect(page.getByRole('group', { name: 'Attached file' })).toContainText('beans.png')
  await reply(page).fill('These beans')
  await page.getByTestId('send').click()
  const sent = messages(page).getByTestId('message').filter({ hasText: 'These beans' })
  await expect(sent.getByRole('img', { name: 'Picture beans.png' })).toBeVisible()
  const download = page.waitForEvent('download')
  await sent.getByRole('button', { name: 'beans.png' }).click()
  expect((await download).suggestedFilename()).toBe('beans.png')
})

test('a double click sends a template once, while the dialog moves away', async ({ page, browser, baseURL }) => {
  const { id } = await begin(page.request)
  const context = await browser.newContext({ baseURL, reducedMotion: 'no-preference' })
  const moving = await context.newPage()
  await enter(moving, 'owner', `/console/inbox/${id}`)
  await moving.getByRole('button', { name: 'Template' }).click()
  const dialog = moving.getByRole('dialog', { name: 'Send a template' })
  await dialog.getByRole('combobox', { name: 'Template' }).click()
  await moving.getByRole('option', { name: /pedido_enviado/ }).click()
  await dialog.getByLabel('firstName').fill('Ana')
  await dialog.getByLabel('pedido').fill('4713')
  await dialog.getByTestId('send-template').dblclick()
  await expect(dialog).toBeHidden()
  // What is sent later shows that nothing is on its way any more.
  await reply(moving).fill('That is all')
  await moving.getByTestId('send').click()
  await expect(messages(moving).getByTestId('message').filter({ hasText: 'That is all' })).toBeVisible()
  await expect(messages(moving).getByTestId('message').filter({ hasText: 'Template pedido_enviado' })).toHaveCount(1)
  await context.close()
})

test('two people see each other write and answer', async ({ page, browser, baseURL }) => {
  const { id, address } = await begin(page.request)
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  const theirs = await context.newPage()
  await enter(page, 'owner', `/console/inbox/${id}`)
  await enter(theirs, 'sales', `/console/inbox/${id}`)
  await expect(messages(page).getByText('Good morning')).toBeVisible()
  await expect(messages(theirs).getByText('Good morning')).toBeVisible()
  const text = `From Rafael ${unique()}`
  // The events begin once the connection is there.
  await expect(async () => {
    await reply(theirs).press('End')
    await reply(theirs).fill('')
    await reply(theirs).fill('From')
    await expect(page.getByText('Rafael Nogueira is writing…')).toBeVisible({ timeout: 2000 })
  }).toPass()
  await reply(theirs).fill(text)
  await reply(theirs).press('Enter')
  await expect(messages(page).getByText(text)).toBeVisible()
  await expect(page.getByText('Rafael Nogueira is writing…')).toBeHidden()
  await expect(list(page).getByRole('option', { name: address })).toContainText(text)
  await expect(messages(page).getByTestId('message').filter({ hasText: text }).getByRole('img', { name: 'Read' })).toBeVisible()
  const answer = `From Helena ${unique()}`
  await reply(page).fill(answer)
  await reply(page).press('Enter')
  await expect(messages(theirs).getByText(answer)).toHaveCount(1)
  await context.close()
})

test('a search finds names without their accents and people by e-mail, and keeps them', async ({ page }) => {
  await enter(page, 'owner', '/console/inbox')
  const name = unique()
  const talks: { phone: string; email: string; talk: Talk }[] = []
  const create = async () => {
    const phone = `+49152${String(Math.random()).slice(2, 10).padEnd(8, '0')}`
    const email = `${unique()}@example.com`
    await as(page.request, people.owner, password, 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', {
      input: { firstName: 'José', lastName: name, phones: [{ phone, isPrimary: true }], emails: [{ email, isPrimary: true }] },
    })
    talks.push({ phone, email, talk: await begin(page.request, phone) })
  }
  await create()
  await create()
  await page.getByRole('searchbox').fill(`jose ${name}`)
  const rows = list(page).getByRole('option')
  await expect(rows).toHaveCount(2)
  await rows.nth(1).click()
  await expect(messages(page).getByText('Good morning')).toBeVisible()
  await expect(rows).toHaveCount(2)
  // Whoever writes for the first time is found as well.
  await create()
  await expect(rows).toHaveCount(3)
  const [{ phone, email }] = talks as [(typeof talks)[number]]
  await page.getByRole('searchbox').fill(email)
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await begin(page.request, phone, 'Good evening')
  await expect(rows.getByText('Good evening')).toBeVisible()
  await expect(rows).toHaveCount(1)
})

test('the keys alone are enough', async ({ page }) => {
  const phone = `+49151${String(Math.random()).slice(2, 10).padEnd(8, '0')}`
  await as(page.request, people.owner, password, 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', {
    input: { firstName: 'Kay', lastName: unique(), phones: [{ phone, isPrimary: true }] },
  })
  const { id, address } = await begin(page.request, phone)
  await enter(page, 'owner', '/console/inbox?status=All')
  await expect(list(page)).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('/')
  await page.keyboard.type(address)
  await expect(list(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(id))
  await page.keyboard.press('r')
  await expect(reply(page)).toBeFocused()
  await page.keyboard.type('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  await page.keyboard.press('Enter')
  await expect(messages(page).getByText('First line\nsecond line')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('n')
  await expect(page.getByRole('textbox', { name: 'Note for colleagues' })).toBeFocused()
  await page.keyboard.type('Called back')
  await page.keyboard.press('Enter')
  await expect(messages(page).getByText('Called back')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await expect(list(page).getByRole('option')).toContainText('Helena')
  // A key that is held closes the conversation, and does not open it again.
  await page.keyboard.down('e')
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
  const changes: string[] = []
  page.on('request', (request) => void (request.postData()?.includes('setConversationStatus') && changes.push(request.url())))
  await page.keyboard.down('e')
  await page.keyboard.up('e')
  await page.keyboard.press('e')
  await expect(page.getByRole('button', { name: 'Close conversation' })).toBeVisible()
  expect(changes).toHaveLength(1)
  await page.keyboard.press('c')
  await expect(page.getByRole('dialog').getByLabel('First name')).toHaveValue('Kay')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Send a template' })
  await expect(dialog.getByRole('combobox', { name: 'Template' })).toBeFocused()
  await page.keyboard.type('pedido_enviado')
  // The search of a first part of the name may have been answered before.
  const offered = page.getByRole('listbox', { name: 'Template' }).getByRole('option')
  await expect(offered).toHaveCount(1)
  await expect(offered).toContainText('pedido_enviado')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('firstName')).toHaveValue('Kay')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(dialog.getByLabel('pedido')).toBeFocused()
  await page.keyboard.type('4711')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(messages(page).getByText('4711')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/console\/inbox\?/)
})

test('on a phone the list and the conversation take turns, and the contact is edited in place', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter(page, 'owner', '/console/inbox')
  const { conversations } = await as<{ conversations: { items: { contactName: string | null }[] } }>(
    page.request, people.owner, password, '{ conversations(input: {}) { items { contactName } } }', {},
  )
  const name = conversations.items.find(({ contactName }) => contactName)!.contactName!
  await list(page).getByRole('option').filter({ hasText: name }).first().click()
  await expect(messages(page)).toBeVisible()
  await expect(list(page)).toBeHidden()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.getByRole('heading', { level: 2 }).getByRole('button').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Last name').fill(`Silva ${unique()}`)
  await drawer.getByTestId('save').click()
  await expect(drawer.getByText('Not saved yet')).toBeHidden()
  await expect(drawer.getByTestId('save')).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 2 })).toContainText('Silva')
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(list(page)).toBeVisible()
  await expect(messages(page)).toBeHidden()
})

test('outside the window of WhatsApp only a template is offered', async ({ page }) => {
  const { id } = await begin(page.request)
  let windowUntil: string | null = new Date(Date.now() - 1000).toISOString()
  // The sandbox has no window: the conversation looks like one by WhatsApp, also in events.
  const disguised = (text: string) =>
    text.replaceAll('"channelKind":"Sandbox"', '"channelKind":"WhatsApp"').replaceAll('"windowUntil":null', `"windowUntil":${JSON.stringify(windowUntil)}`)
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: disguised(await answer.text()) })
  })
  await page.routeWebSocket('**/graphql', (socket) => {
    socket.connectToServer().onMessage((message) => socket.send(disguised(String(message))))
  })
  await enter(page, 'owner', `/console/inbox/${id}`)
  await expect(page.getByText('WhatsApp takes only templates now')).toBeVisible()
  await expect(reply(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Template' })).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByRole('dialog', { name: 'Send a template' })).toBeVisible()
  await page.keyboard.press('Escape')
  windowUntil = new Date(Date.now() + 5.5 * 3_600_000).toISOString()
  await page.reload()
  await expect(page.getByText('You can write freely for 5 hours more.')).toBeVisible()
  await expect(reply(page)).toBeVisible()

  // It closes while somebody types: the keys stay in the field.
  await page.clock.install()
  await reply(page).fill('It will be there')
  await page.clock.fastForward('06:00:00')
  await expect(page.getByText('WhatsApp takes only templates now')).toBeVisible()
  await reply(page).pressSequentially(' now')
  await expect(reply(page)).toHaveValue('It will be there now')
  await expect(page.getByTestId('send')).toBeHidden()
  await reply(page).press('Enter')
  await expect(reply(page)).toHaveValue('It will be there now')
})

test('who may not answer is offered nothing to answer with', async ({ page, playwright, baseURL }) => {
  const { id } = await begin(page.request)
  const asOwner = <Data>(query: string, variables: object = {}) => as<Data>(page.request, people.owner, password, query, variables)
  const email = `reader.${unique()}@example.com`
  const { roleProperties } = await asOwner<{ roleProperties: { id: string; moduleName: string; propertyName: string }[] }>('{ roleProperties { id moduleName propertyName } }')
  const view = roleProperties.find(({ moduleName, propertyName }) => moduleName === 'MessagingChat' && propertyName === 'View')!
  const { createRole } = await asOwner<{ createRole: { id: string } }>('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', { input: { name: `Readers ${unique()}` } })
  await asOwner('mutation ($input: SetRolePermissionsInput!) { setRolePermissions(input: $input) { id } }', { input: { roleId: createRole.id, propertyIds: [view.id] } })
  await asOwner('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', {
    input: { firstName: 'Noa', lastName: 'Reader', email, password: 'First-password-1', roleId: createRole.id },
  })
  const requests = await playwright.request.newContext({ baseURL })
  await as(requests, email, 'First-password-1', 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }', { input: { currentPassword: 'First-password-1', newPassword: password } })
  await requests.dispose()
  await enterAs(page, email, password, `/console/inbox/${id}`)
  await expect(messages(page).getByText('Good morning')).toBeVisible()
  await expect(reply(page)).toBeHidden()
  for (const name of ['Close conversation', 'Template', 'Quick replies', 'Attach a file', 'Send', 'Edit contact']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await page.keyboard.press('r')
  await page.keyboard.press('e')
  await expect(page.getByRole('textbox', { name: /Reply|Note/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('a notification of a message leads to its conversation', async ({ page }) => {
  await enter(page, 'owner', '/console/profile')
  await begin(page.request, '+15005550009')
  await page.getByTestId('bell').click()
  await page.getByRole('button', { name: /Message from/ }).first().click()
  await expect(page).toHaveURL(/\/console\/inbox\/[0-9a-f-]{36}$/)
  await expect(messages(page)).toBeVisible()
})

test('quick replies and colleagues are offered as others have left them', async ({ page }) => {
  const { id } = await begin(page.request)
  const ask = <Data>(query: string, input?: object) => as<Data>(page.request, people.owner, password, query, input && { input })
  const save = async (input: object) => (await ask<{ saveQuickReply: { id: string } }>('mutation ($input: QuickReplyInput!) { saveQuickReply(input: $input) { id } }', input)).saveQuickReply.id
  const [shortcut, name] = [`price${unique()}`, `Late${unique()}`]
  const replyId = await save({ shortcut, body: 'It costs 5.' })
  await enter(page, 'sales', `/console/inbox/${id}`)
  const option = page.getByRole('option', { name: `/${shortcut}` })
  await reply(page).fill(`/${shortcut}`)
  await expect(option).toContainText('It costs 5.')
  await reply(page).fill('')
  await save({ id: replyId, shortcut, body: 'It costs 6.' })
  await reply(page).fill(`/${shortcut}`)
  await expect(option).toContainText('It costs 6.')
  await reply(page).press('Enter')
  await expect(reply(page)).toHaveValue('It costs 6.')
  await ask('mutation ($input: QuickReplyIdInput!) { deleteQuickReply(input: $input) }', { id: replyId })
  await reply(page).fill(`/${shortcut}`)
  await expect(page.getByRole('option', { name: 'Manage quick replies' })).toBeVisible()
  await expect(option).toHaveCount(0)
  await reply(page).fill('')

  const conversation = page.getByRole('region', { name: 'Conversation', exact: true })
  const assignee = conversation.getByRole('combobox', { name: 'Assigned to' })
  const [filter, channel] = [page.getByRole('combobox', { name: 'Assigned to' }).first(), page.getByRole('combobox', { name: 'Channel' })]
  await assignee.click()
  await expect(page.getByRole('option', { name: 'Helena Duarte', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  const { roles } = await ask<{ roles: { id: string; name: string }[] }>('{ roles { id name } }')
  const [email, first] = [`${name}@example.com`.toLowerCase(), 'First-password-1']
  await ask('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', {
    firstName: name, lastName: 'Comer', email, roleId: roles.find((role) => role.name === 'Sales')?.id, password: first,
  })
  await as(page.request, email, first, 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }', { input: { currentPassword: first, newPassword: password } })
  await ask('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', {
    name, kind: 'Email', settings: { host: 'mail.example.com', port: 587, security: 'StartTls', from: 'late@example.com' },
  })
  await filter.click()
  await expect(page.getByRole('option', { name: `${name} Comer`, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await channel.click()
  await expect(page.getByRole('option', { name, exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await assignee.click()
  await page.getByRole('option', { name: `${name} Comer`, exact: true }).click()
  await expect(assignee).toHaveValue(`${name} Comer`)
})
