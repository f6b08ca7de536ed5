import { randomInt } from 'node:crypto'

import type { BrowserContext, Page } from '@playwright/test'

import { as, newFirm, password } from './api.ts'
import { enter, enterAs, expect, expectAccessible, people, signOut, test } from './people.ts'

async function send(page: Page, to: string, body = 'Good morning', by = people.owner) {
  await as(page.request, by, password, 'mutation ($input: SendMessagesInput!) { sendMessages(input: $input) { accepted { id } } }', {
    input: { messages: [{ kind: 'Sandbox', to, body }] },
  })
}

// countTones counts the tones that the pages of a browser play.
const countTones = (context: BrowserContext) =>
  context.addInitScript(() => {
    const create = AudioContext.prototype.createOscillator
    Object.assign(window, { tones: 0 })
    AudioContext.prototype.createOscillator = function () {
      ;(window as unknown as { tones: number }).tones++
      return create.call(this)
    }
  })

const tonesOf = (page: Page) => page.evaluate(() => (window as unknown as { tones: number }).tones)

test('the title counts what is unread on every screen, and a sound says that a message has arrived', async ({ page }) => {
  // Nobody else writes in a firm of its own.
  const owner = await newFirm(page.request)
  await as(page.request, owner, password, 'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', { input: { name: 'Trial', kind: 'Sandbox' } })
  await countTones(page.context())
  const tones = () => tonesOf(page)
  await enterAs(page, owner, password, '/console/inbox')
  const sound = page.getByRole('button', { name: 'Sound is off' })
  await sound.click()
  await expect(page.getByRole('button', { name: 'Sound is on' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sound is on' })).toBeVisible()
  await page.getByTestId('nav-contacts').click()
  await expect(page).toHaveTitle('Contacts · firmhub')
  expect(await tones()).toBe(0)
  await page.clock.install()
  // The sandbox answers to this number with Hello.
  await send(page, '+15005550009', 'Good morning', owner)
  await expect(page).toHaveTitle('(1) Contacts · firmhub')
  await expect.poll(tones).toBe(2)
  // There are two seconds between two sounds.
  await page.clock.fastForward(3000)
  await page.getByTestId('nav-profile').click()
  await expect(page).toHaveTitle('(1) Profile · firmhub')
  await send(page, '+15005550008', 'Good morning', owner)
  await expect(page).toHaveTitle('(2) Profile · firmhub')
  await expect.poll(tones).toBe(4)
  await page.getByTestId('nav-inbox').click()
  await expect(page).toHaveTitle('(2) Inbox · firmhub')
  await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').filter({ hasText: 'Hello' }).click()
  await expect(page).toHaveTitle('(1) Inbox · firmhub')

  await page.getByRole('button', { name: 'Sound is on' }).click()
  await expect(sound).toBeVisible()
  await page.getByTestId('nav-contacts').click()
  await expect(page).toHaveTitle('(1) Contacts · firmhub')
  const before = await tones()
  await send(page, '+15005550009', 'Good morning', owner)
  await expect(page).toHaveTitle('(2) Contacts · firmhub')
  expect(await tones()).toBe(before)
})

test('one tab of a browser plays the sound of a message, and every tab where pages have no locks', async ({ page, context }) => {
  const owner = await newFirm(page.request)
  await as(page.request, owner, password, 'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', { input: { name: 'Trial', kind: 'Sandbox' } })
  await countTones(context)
  await context.addInitScript(() => {
    localStorage.setItem('firmhub-inbox-sound', 'on')
    const request = navigator.locks.request
    const claims: boolean[] = []
    Object.assign(window, { claims })
    LockManager.prototype.request = function (this: LockManager, name: string, ...rest: unknown[]) {
      const decide = rest.at(-1) as LockGrantedCallback<unknown>
      const counted = name.startsWith('firmhub-inbox-sound') ? (lock: Lock | null) => (claims.push(lock !== null), decide(lock)) : decide
      return request.apply(this, [name, ...rest.slice(0, -1), counted] as never)
    } as never
  })
  const claimsOf = (tab: Page) => tab.evaluate(() => (window as unknown as { claims: boolean[] }).claims)
  await enterAs(page, owner, password, '/console/contacts')
  const other = await context.newPage()
  await other.goto('/console/contacts')
  const tabs = [page, other]
  for (const tab of tabs) {
    await tab.bringToFront()
    await tab.getByTestId('nav-profile').click()
    await expect(tab).toHaveTitle('Profile · firmhub')
  }
  await send(page, '+15005550009', 'Good morning', owner)
  for (const tab of tabs) {
    await expect(tab).toHaveTitle('(1) Profile · firmhub')
    await expect.poll(() => claimsOf(tab)).toHaveLength(1)
  }
  expect((await Promise.all(tabs.map(claimsOf))).flat().sort()).toEqual([false, true])
  await expect.poll(async () => (await Promise.all(tabs.map(tonesOf))).sort()).toEqual([0, 2])

  for (const tab of tabs) {
    await tab.bringToFront()
    await tab.reload()
    await tab.getByTestId('nav-contacts').click()
    await expect(tab).toHaveTitle('(1) Contacts · firmhub')
    await tab.evaluate(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  }
  await send(page, '+15005550008', 'Good morning', owner)
  for (const tab of tabs) {
    await expect.poll(() => tonesOf(tab)).toBe(2)
  }
})

for (const [language, words] of [
  ['pt', { title: 'Caixa de entrada', list: 'Conversas', sound: 'O som está desligado' }],
  ['es', { title: 'Bandeja de entrada', list: 'Conversaciones', sound: 'El sonido está desactivado' }],
] as const) {
  test(`the inbox has its texts in ${language}`, async ({ page }) => {
    await page.addInitScript((tag) => localStorage.setItem('firmhub-language', tag), language)
    await enter(page, 'owner', '/console/inbox?status=All')
    await expect(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible()
    await expect(page.getByRole('listbox', { name: words.list })).toBeVisible()
    await expect(page.getByRole('button', { name: words.sound })).toBeVisible()
    await page.getByRole('option').first().click()
    await expect(page.getByRole('log')).toBeVisible()
    // No text of English is left in the names of what can be pressed.
    for (const english of ['Reply', 'Note', 'Send', 'Template', 'Quick replies', 'Close conversation']) {
      await expect(page.getByRole('button', { name: english, exact: true })).toHaveCount(0)
    }
    await expectAccessible(page)
  })
}

test('what arrived while the connection was lost is there when it comes back', async ({ page, context, browser, baseURL }) => {
  const to = `+49151${randomInt(10_000_000, 99_999_999)}`
  await send(page, to)
  await enter(page, 'owner', `/console/inbox?status=All&search=${encodeURIComponent(to)}`)
  const row = page.getByRole('listbox', { name: 'Conversations' }).getByRole('option')
  await expect(row).toHaveCount(1)
  await row.click()
  await expect(page.getByRole('log').getByText('Good morning')).toBeVisible()
  await context.setOffline(true)
  const other = await browser.newContext({ baseURL })
  await send(await other.newPage(), to, 'While you were away')
  await expect(page.getByRole('log').getByText('While you were away')).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('log').getByText('While you were away')).toBeVisible({ timeout: 90_000 })
  await expect(row).toContainText('While you were away', { timeout: 60_000 })
  await other.close()
})

test('a chosen file is kept while another conversation is open, and a renamed contact changes in the list', async ({ page }) => {
  const to = `+49151${randomInt(10_000_000, 99_999_999)}`
  const { createContact } = await as<{ createContact: { id: string } }>(page.request, people.owner, password,
    'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }',
    { input: { firstName: 'Before', lastName: 'Rename', phones: [{ phone: to, isPrimary: true }] } })
  expect(createContact.id).toBeTruthy()
  await send(page, to)
  await enter(page, 'owner', '/console/inbox?status=All')
  const list = page.getByRole('listbox', { name: 'Conversations' })
  const row = list.getByRole('option', { name: /Before Rename/ }).first()
  await row.click()
  await page.locator('input[type=file]').setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('beans') })
  await expect(page.getByRole('group', { name: 'Attached file' })).toContainText('list.txt')
  await expect(page.getByTestId('send')).toBeEnabled()
  await list.getByRole('option').filter({ hasNotText: 'Before Rename' }).first().click()
  await expect(page.getByRole('group', { name: 'Attached file' })).toHaveCount(0)
  await row.click()
  await expect(page.getByRole('group', { name: 'Attached file' })).toContainText('list.txt')
  await page.getByRole('button', { name: 'Edit contact' }).click()
  const drawer = page.getByRole('dialog')
  const name = `After${randomInt(1_000_000)}`
  await drawer.getByLabel('First name').fill(name)
  await drawer.getByTestId('save').click()
  await expect(drawer.getByText('Not saved yet')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(list.getByRole('option', { name: new RegExp(`${name} Rename`) })).toBeVisible()
})

test('what a colleague changes of a contact is shown beside the conversation', async ({ page, browser, baseURL }) => {
  const to = `+49151${randomInt(10_000_000, 99_999_999)}`
  const last = `Colleague${randomInt(1_000_000)}`
  await as(page.request, people.owner, password, 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', {
    input: { firstName: 'Before', lastName: last, phones: [{ phone: to, isPrimary: true }] },
  })
  await send(page, to)
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  const theirs = await context.newPage()
  await enter(page, 'owner', '/console/inbox?status=All')
  await enter(theirs, 'sales', '/console/inbox?status=All')
  for (const each of [page, theirs]) {
    await each.getByRole('listbox', { name: 'Conversations' }).getByRole('option', { name: `Before ${last}` }).click()
    await expect(each.getByRole('complementary', { name: 'Contact' }).getByText(to)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Edit contact' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('First name').fill('After')
  await drawer.getByRole('combobox', { name: 'Tags' }).fill(last)
  await page.keyboard.press('Enter')
  await drawer.getByTestId('save').click()
  await expect(drawer.getByText('Not saved yet')).toBeHidden()
  const panel = theirs.getByRole('complementary', { name: 'Contact' })
  await expect(panel.getByRole('heading', { name: `After ${last}` })).toBeVisible()
  await expect(panel.getByText(last, { exact: true })).toBeVisible()
  await expect(theirs.getByRole('region', { name: 'Conversation', exact: true }).getByRole('heading', { name: `After ${last}` })).toBeVisible()
  await expect(theirs.getByRole('listbox', { name: 'Conversations' }).getByRole('option', { name: `After ${last}` })).toBeVisible()
  await context.close()
})

test('a draft stays when the page is loaded again, and goes when its writer signs out', async ({ page }) => {
  const [first, second] = [randomInt(10_000_000, 99_999_999), randomInt(10_000_000, 99_999_999)].map((digits) => `+49151${digits}`) as [string, string]
  await send(page, first)
  await send(page, second)
  await enter(page, 'owner', '/console/inbox?status=All')
  const row = (name: string) => page.getByRole('listbox', { name: 'Conversations' }).getByRole('option', { name })
  const field = page.getByRole('textbox', { name: 'Reply' })
  await row(first).click()
  await field.fill('We look into it')
  await page.reload()
  await expect(field).toHaveValue('We look into it')
  await row(second).click()
  await expect(field).toHaveValue('')
  await row(first).click()
  await expect(field).toHaveValue('We look into it')
  const drafts = () => page.evaluate(() => Object.entries({ ...localStorage, ...sessionStorage }).filter(([key]) => key.startsWith('firmhub-draft-')).map(([, value]) => value))
  expect(await drafts()).toEqual(['{"text":"We look into it","isNote":false}'])
  await page.getByTestId('send').click()
  await expect(field).toHaveValue('')
  // A reply is kept until the server has it.
  await expect.poll(drafts).toEqual([])
  await field.fill('And one more')
  expect(await drafts()).toHaveLength(1)
  await signOut(page)
  await expect(page.getByTestId('sign-in-email')).toBeVisible()
  expect(await drafts()).toEqual([])
})

test('drafts stay for their writer when a session has expired, and nothing of them for whoever signs in next', async ({ page, playwright, baseURL }) => {
  const owner = await newFirm(page.request)
  const asOwner = <Data>(query: string, variables: object = {}) => as<Data>(page.request, owner, password, query, variables)
  const { roles } = await asOwner<{ roles: { id: string; name: string }[] }>('{ roles { id name } }')
  const colleague = `colleague.${owner}`
  await asOwner('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', {
    input: { firstName: 'Noa', lastName: 'Next', email: colleague, password: 'First-password-1', roleId: roles.find(({ name }) => name === 'Owner')!.id },
  })
  const requests = await playwright.request.newContext({ baseURL })
  await as(requests, colleague, 'First-password-1', 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }', { input: { currentPassword: 'First-password-1', newPassword: password } })
  await requests.dispose()
  await asOwner('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', { input: { name: 'Trial', kind: 'Sandbox' } })
  const to = `+49151${randomInt(10_000_000, 99_999_999)}`
  await send(page, to, 'Good morning', owner)
  await enterAs(page, owner, password, '/console/inbox?status=All')
  const open = () => page.getByRole('listbox', { name: 'Conversations' }).getByRole('option', { name: to }).click()
  const field = page.getByRole('textbox', { name: 'Reply' })
  const file = page.getByRole('group', { name: 'Attached file' })
  const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('firmhub-draft-')))
  const expire = async () => {
    await asOwner('mutation { endOtherSessions }')
    await page.getByTestId('nav-contacts').click()
    await expect(page.getByTestId('sign-in-email')).toBeVisible()
  }
  const signInAs = async (email: string) => {
    await page.getByTestId('sign-in-email').fill(email)
    await page.getByTestId('sign-in-password').fill(password)
    await page.getByTestId('sign-in-submit').click()
    await expect(page.getByTestId('firm-switcher')).toBeVisible()
  }
  await open()
  await field.fill('We look into it')
  await page.locator('input[type=file]').setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('beans') })
  await expect(page.getByTestId('send')).toBeEnabled()
  await expire()
  await signInAs(owner)
  await page.getByTestId('nav-inbox').click()
  await open()
  await expect(field).toHaveValue('We look into it')
  await expect(file).toContainText('list.txt')

  await expire()
  expect(await drafts()).toHaveLength(1)
  await signInAs(colleague)
  await expect(page).toHaveURL(/\/console\/dashboard$/)
  await expect.poll(drafts).toEqual([])
  await page.getByTestId('nav-inbox').click()
  await open()
  await expect(field).toHaveValue('')
  await expect(file).toHaveCount(0)
})

test('a form for a new contact stays while a colleague adds the contact', async ({ page }) => {
  const to = `+49151${randomInt(10_000_000, 99_999_999)}`
  const last = `Theirs${randomInt(1_000_000)}`
  await send(page, to)
  await enter(page, 'owner', '/console/inbox?status=All')
  await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option', { name: to }).click()
  const panel = page.getByRole('complementary', { name: 'Contact' })
  await panel.getByRole('button', { name: 'Add contact' }).click()
  const drawer = page.getByRole('dialog', { name: 'New contact' })
  await drawer.getByLabel('First name').fill('Newly')
  await drawer.getByLabel('Last name').fill('Typed')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await as(page.request, people.sales, password, 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', {
    input: { firstName: 'Before', lastName: last, phones: [{ phone: to, isPrimary: true }] },
  })
  await as(page.request, people.sales, password, 'mutation ($input: ConversationIdInput!) { markConversationRead(input: $input) { id } }', { input: { id } })
  await expect(page.locator('.inbox-contact').getByRole('heading', { name: `Before ${last}`, includeHidden: true })).toBeVisible()
  await expect(drawer.getByLabel('First name')).toHaveValue('Newly')
  await expect(drawer.getByLabel('Number')).toHaveValue(to)
  await drawer.getByTestId('save').click()
  await expect(drawer).toBeHidden()
  await expect(panel.getByRole('button', { name: 'Edit contact' })).toBeVisible()
})

test('whoever is no contact yet becomes one beside the conversation', async ({ page }) => {
  const to = `+49151${randomInt(10_000_000, 99_999_999)}`
  const last = `Added${randomInt(1_000_000)}`
  await send(page, to)
  await enter(page, 'owner', '/console/inbox?status=All')
  const list = page.getByRole('listbox', { name: 'Conversations' })
  await list.getByRole('option', { name: to }).click()
  const panel = page.getByRole('complementary', { name: 'Contact' })
  await expect(panel).toContainText('Nobody in your contacts has this address.')
  await panel.getByRole('button', { name: 'Add contact' }).click()
  const drawer = page.getByRole('dialog', { name: 'New contact' })
  await expect(drawer.getByLabel('Number')).toHaveValue(to)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.keyboard.press('c')
  await drawer.getByLabel('First name').fill('Newly')
  await drawer.getByLabel('Last name').fill(last)
  await drawer.getByTestId('save').click()
  await expect(drawer).toBeHidden()
  await expect(panel.getByRole('heading', { name: `Newly ${last}` })).toBeVisible()
  await expect(panel.getByText(to)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Edit contact' })).toBeVisible()
  await expect(list.getByRole('option', { name: `Newly ${last}` })).toBeVisible()
})
