import { randomInt } from 'node:crypto'

import { as } from './api.ts'
import { enter, expect, expectAccessible, people, test } from './people.ts'

const password = 'Try-firmhub-1'

// answered has a person write by the sandbox: it answers to this number with Hello.
const answered = '+15005550009'

async function send(page: import('@playwright/test').Page, to: string, body = 'Good morning') {
  await as(page.request, people.owner, password, 'mutation ($input: SendMessagesInput!) { sendMessages(input: $input) { accepted { id } } }', {
    input: { messages: [{ kind: 'Sandbox', to, body }] },
  })
}

test('the title counts what is unread while another page is open, and the setting of the sound stays', async ({ page }) => {
  await enter(page, 'owner', '/console/inbox?status=All')
  const sound = page.getByRole('button', { name: 'Sound is off' })
  await sound.click()
  await expect(page.getByRole('button', { name: 'Sound is on' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sound is on' })).toBeVisible()
  await page.getByRole('button', { name: 'Sound is on' }).click()
  await expect(sound).toBeVisible()
  await send(page, answered)
  await expect(page).toHaveTitle(/^\(\d+\+?\) Inbox · firmhub$/)
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
