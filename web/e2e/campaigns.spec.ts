import type { Page } from '@playwright/test'

import { as, asAdmin, newFirm, password } from './api.ts'
import { countClicks } from './clicks.ts'
import { hold } from './clock.ts'
import { enter, enterAs, expect, expectAccessible, people, signIn, test } from './people.ts'

const unique = () => `K${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`

// ask runs an operation of GraphQL as the owner of the demo firm.
let token = ''
async function ask<Data>(page: Page, query: string, variables: object = {}): Promise<Data> {
  if (!token) {
    const signedIn = await page.request.post('/api/v1/auth/login', { data: { email: people.owner, password: 'Try-firmhub-1' } })
    token = (await signedIn.json()).data.token
  }
  const answer = await page.request.post('/graphql', { headers: { Authorization: `Bearer ${token}` }, data: { query, variables } })
  const { data, errors } = await answer.json()
  expect(errors).toBeUndefined()
  return data
}

// contacts creates contacts with a tag, by their phones.
async function contacts(page: Page, tag: string, phones: string[]) {
  for (const [place, phone] of phones.entries()) {
    await ask(page, 'mutation($input: CreateContactInput!) { createContact(input: $input) { id } }', {
      input: { firstName: `${tag}-${place}`, lastName: 'Campaign', tags: [tag], phones: [{ phone, isPrimary: true }] },
    })
  }
}

// adjust changes the balance of the demo firm.
async function adjust(page: Page, amount: number) {
  const { me } = await ask<{ me: { firm: { firmId: string } } }>(page, '{ me { firm { firmId } } }')
  await asAdmin(page.request, 'mutation($input: AdjustWalletInput!) { adjustWallet(input: $input) { balance } }', { input: { firmId: me.firm.firmId, amount, reason: 'A test' } })
}

// phone returns a number that the sandbox delivers and reads.
const phone = () => `+1202555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`

async function addTag(page: Page, label: string, tag: string) {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(tag)
  await field.press('Enter')
}

// draft makes a draft for the contacts with a tag.
async function draft(page: Page, name: string, tag: string) {
  await page.goto('/console/campaigns/new')
  await page.getByRole('textbox', { name: 'Text of cafe' }).fill('Sul de Minas')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await addTag(page, 'All of these tags', tag)
}

test('a campaign is made, quoted, executed and reported', async ({ page }) => {
  const tag = unique()
  const good = phone()
  await contacts(page, tag, [good, good, '+15005550001', phone()])
  await adjust(page, 100)
  await enter(page, 'owner', '/console/campaigns')
  await draft(page, `Offer ${tag}`, tag)
  const quote = page.getByRole('region', { name: 'What it does' })
  await expect(quote.getByTestId('quoted')).toHaveText('3 people get it')
  await expect(page).toHaveURL(/campaigns\/[0-9a-f-]{36}$/)
  await expect(quote.getByText('The same address as another contact: 1')).toBeVisible()
  await expect(page.getByTestId('preview')).toContainText('O café desta semana é Sul de Minas')
  await expect(quote.getByText('All changes are saved.')).toBeVisible()
  await expectAccessible(page)
  // Who comes back finds the draft as it was.
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Text of cafe' })).toHaveValue('Sul de Minas')
  await expect(quote.getByTestId('quoted')).toHaveText('3 people get it')
  const [file] = await Promise.all([page.waitForEvent('download'), quote.getByRole('button', { name: 'Each contact as CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)

  await page.getByTestId('execute').click()
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  const counts = page.getByTestId('counts')
  await expect(counts).toContainText('Read 2')
  await expect(counts).toContainText('Failed 1')
  const recipients = page.getByRole('region', { name: 'Recipients' })
  await expect(recipients.getByRole('row')).toHaveCount(5)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Skipped: The same address as another contact' }).click()
  await expect(page).toHaveURL(/reason=DuplicateAddress/)
  await expect(recipients.getByRole('row')).toHaveCount(2)
  await recipients.getByRole('button', { name: 'Any reason' }).click()
  await recipients.getByLabel('State').selectOption('Failed')
  await expect(recipients.getByRole('row')).toHaveCount(2)
  await expect(recipients.getByRole('row').nth(1)).toContainText('+15005550001')
  const [table] = await Promise.all([page.waitForEvent('download'), recipients.getByRole('button', { name: 'CSV' }).click()])
  expect(table.suggestedFilename()).toMatch(/\.csv$/)

  // The notification of the end leads here.
  const address = page.url().replace(/\?.*/, '')
  await page.goto('/console/profile')
  await page.getByTestId('bell').click()
  await page.getByRole('dialog', { name: 'Notifications' }).getByText(`The campaign Offer ${tag} is completed`).click()
  await expect(page).toHaveURL(address)

  await page.getByRole('main').getByRole('link', { name: 'All campaigns' }).click()
  await page.getByRole('searchbox', { name: 'Search names' }).fill(tag)
  const row = page.getByRole('row', { name: new RegExp(tag) })
  await expect(row).toContainText('Completed')
  await expect(row.getByRole('img', { name: 'Read 2, Failed 1' })).toBeVisible()
  await hold(page)
  await page.getByRole('button', { name: `Actions for Offer ${tag}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(row).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toBeVisible()
})

test('a campaign is paused by a key, goes on, and is ended with its money', async ({ page }) => {
  const tag = unique()
  await contacts(page, tag, Array.from({ length: 30 }, (_, place) => `+1303555${String(1000 + place + Math.floor(Math.random() * 290) * 30).slice(-4)}`))
  await adjust(page, 100)
  await enter(page, 'marketing', '/console/campaigns')
  await draft(page, `Slow ${tag}`, tag)
  await page.getByRole('textbox', { name: 'Messages a second' }).fill('1')
  await expect(page.getByTestId('quoted')).toHaveText(/people get it/)
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await page.getByTestId('execute').click()
  await expect(page.getByTestId('pause')).toBeVisible()
  await expect(page.getByTestId('counts')).toContainText('Waiting')
  await page.keyboard.press('p')
  await expect(page.getByText('Somebody paused it.')).toBeVisible()
  await expectAccessible(page)
  await page.getByTestId('resume').click()
  await expect(page.getByTestId('pause')).toBeVisible()
  await page.keyboard.press('p')
  await expect(page.getByText('Somebody paused it.')).toBeVisible()
  // However long it takes to look at the dialog, the campaign does not end meanwhile.
  await page.getByRole('button', { name: 'End it' }).click()
  const dialog = page.getByRole('dialog', { name: 'End the campaign' })
  await expect(dialog).toContainText('becomes available again')
  await expectAccessible(page)
  await dialog.getByTestId('confirm').click()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(page.getByTestId('pause')).toBeHidden()
})

test('without the money a campaign is not offered, and later it is scheduled', async ({ page }) => {
  // Its wallet is empty, and no other campaign gives money back.
  const owner = await newFirm(page.request, { currency: 'BRL', timeZone: 'America/Sao_Paulo' })
  const make = async (query: string, input: object) => (await as<{ made: { id: string } }>(page.request, owner, password, query, { input })).made.id
  const tag = unique()
  await make('mutation ($input: CreateContactInput!) { made: createContact(input: $input) { id } }', { firstName: tag, lastName: 'Campaign', tags: [tag], phones: [{ phone: phone(), isPrimary: true }] })
  await make('mutation ($input: CreateChannelInput!) { made: createChannel(input: $input) { id } }', { name: 'Trial', kind: 'Sandbox' })
  const id = await make('mutation ($input: CreateTemplateInput!) { made: createTemplate(input: $input) { id } }', {
    name: 'coffee', language: 'en', kind: 'Sandbox', category: 'Marketing', body: 'This week we have {{cafe}}.', parameters: [{ name: 'cafe', example: 'Sul de Minas' }],
  })
  await make('mutation ($input: TemplateIdInput!) { made: submitTemplate(input: $input) { id } }', { id })
  await enterAs(page, owner, password, '/console/campaigns')
  await draft(page, `Poor ${tag}`, tag)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('is missing')
  await expect(page.getByTestId('execute')).toBeDisabled()
  await page.getByText('At a time').click()
  await expect(page.getByLabel('Time (America/Sao_Paulo)')).toBeVisible()
  await expect(page.getByTestId('execute')).toBeEnabled()
  await expect(page.getByTestId('execute')).toContainText('Schedule for')
  await page.getByTestId('execute').click()
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
  await expect(page.getByText(/^It begins .* 9:00/)).toBeVisible()
  await page.getByRole('button', { name: 'End it' }).click()
  await page.getByTestId('confirm').click()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
})

test('whoever may not execute is not offered it, and others do not see campaigns', async ({ page, browser, baseURL }) => {
  // The answer about the user is that of a role without the permission.
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch()
    const body = await answer.text()
    await route.fulfill({ response: answer, body: body.replace(/"MessagingCampaign:(Execute|Delete)",?/g, '').replace(/,\]/, ']') })
  })
  await enter(page, 'marketing', '/console/campaigns')
  await draft(page, `Draft ${unique()}`, unique())
  await expect(page.getByTestId('quoted')).toHaveText('Nobody gets it')
  await expect(page.getByText('Somebody with the permission MessagingCampaign:Execute sends it.')).toBeVisible()
  await expect(page.getByTestId('execute')).toHaveCount(0)
  const other = await browser.newPage({ baseURL })
  await enter(other, 'sales', '/console/campaigns')
  await expect(other.getByRole('heading', { level: 1, name: 'You may not see this page' })).toBeVisible()
  await expect(other.getByTestId('nav-campaigns')).toHaveCount(0)
  await other.close()
})

test('a campaign is sent on a phone, and by the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const tag = unique()
  await contacts(page, tag, [phone()])
  await adjust(page, 1000)
  await signIn(page, 'owner')
  await page.getByRole('button', { name: 'Open or close the navigation' }).click()
  await page.getByTestId('nav-campaigns').click()
  await page.getByTestId('new-campaign').click()
  // The text of the template has the focus.
  await expect(page.getByRole('textbox', { name: 'Text of cafe' })).toBeFocused()
  await page.keyboard.type('Sul de Minas')
  await expect(page.getByTestId('quoted')).toHaveText(/[\d,]+ people get it/)
  await expect(page.getByRole('textbox', { name: 'Text of cafe' })).toBeFocused()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  // Everyone would be more than a test needs.
  await page.getByRole('combobox', { name: 'All of these tags' }).focus()
  await page.keyboard.type(tag)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('quoted')).toHaveText('1 person gets it')
  await page.getByTestId('execute').focus()
  await expect(page.getByTestId('execute')).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('counts')).toContainText(/Waiting|Sent|Delivered|Read/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test('a newcomer with the demo sends a campaign and answers a reply within 12 clicks from the sign-in', async ({ page }) => {
  const clicks = await countClicks(page)
  await signIn(page, 'owner')
  await page.getByTestId('nav-campaigns').click()
  await page.getByTestId('new-campaign').click()
  await page.getByRole('textbox', { name: 'Text of cafe' }).fill('Sul de Minas')
  // The contact of the demo whose number answers.
  await addTag(page, 'All of these tags', 'Sandbox')
  await expect(page.getByTestId('quoted')).toHaveText('1 person gets it')
  await page.getByTestId('execute').click()
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.getByTestId('nav-inbox').click()
  const row = page.getByRole('listbox', { name: 'Conversations' }).getByRole('option', { name: /US\.15005550009/ })
  await expect(row).toContainText('Hello')
  await row.click()
  const messages = page.getByRole('log', { name: 'Messages' }).getByTestId('message')
  await expect(messages.filter({ hasText: 'Hello' }).first()).toBeVisible()
  const text = `How can we help? ${unique()}`
  await page.getByRole('textbox', { name: 'Reply' }).fill(text)
  await page.getByTestId('send').click()
  await expect(messages.filter({ hasText: text }).getByRole('img', { name: 'Read' })).toBeVisible()
  expect(clicks()).toBeLessThanOrEqual(12)
})
