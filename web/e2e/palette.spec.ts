import type { Page } from '@playwright/test'

import { as, newFirm, password } from './api.ts'
import { enter, enterAs, expect, expectAccessible, test } from './people.ts'

// open opens the palette and types into it.
async function open(page: Page, typed: string) {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: 'Go to a page, or do something' })
  await field.fill(typed)
  return field
}

const action = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name })

test('an owner begins anything by the palette', async ({ page }) => {
  await enter(page, 'owner', '/console/profile')
  for (const [typed, address, title] of [
    ['new contact', /\/contacts\/new$/, 'New contact'],
    ['import a', /\/imports\/new$/, 'Import a file'],
    ['invite', /\/users\?open=new$/, 'Invite a person'],
    ['new api', /\/api-clients\?open=new$/, 'New API key'],
    ['new webhook', /\/webhooks\?open=new$/, 'New webhook'],
  ] as const) {
    await open(page, typed)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { name: title }).or(page.getByRole('dialog', { name: title })).first()).toBeVisible()
    await page.goto('/console/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  }
  await open(page, 'colours')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await open(page, 'language')
  await action(page, 'Language: Português').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible()
})

test('the palette finds a contact by a name or a number', async ({ page }) => {
  const name = `Palette${Date.now().toString(36)}`
  await enter(page, 'owner', '/console/contacts/new')
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('First name').fill(name)
  await drawer.getByLabel('Last name').fill('Found')
  await drawer.getByTestId('save').click()
  await expect(drawer).toBeHidden()
  await open(page, name)
  await action(page, `${name} Found`).click()
  await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('dialog', { name: `${name} Found` })).toBeVisible()

  // Enter opens what was found last, too, where nothing else is.
  await page.goto('/console/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await open(page, name)
  await expect(action(page, `${name} Found`)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/contacts\/[0-9a-f-]{36}$/)
})

test('the palette offers nothing that the user may not do', async ({ page }) => {
  await enter(page, 'bookkeeping', '/console/profile')
  await open(page, '')
  await expect(action(page, 'Sign out')).toBeVisible()
  for (const name of ['New contact', 'Invite a person', 'New API key', 'New firm', 'New policy rules']) {
    await expect(action(page, name)).toHaveCount(0)
  }
})

test('a super-admin begins policy rules by the palette, and who has two firms switches', async ({ page }) => {
  await enter(page, 'admin', '/console/profile')
  await open(page, 'policy rules')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/policies\?open=new$/)
  await page.context().clearCookies()
  await enter(page, 'marketing', '/console/profile')
  await open(page, 'switch to')
  const label = await page.getByRole('dialog').getByRole('button', { name: /^Switch to / }).first().innerText()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('firm-switcher')).toContainText(label.trim().replace('Switch to ', ''))
})

test('the palette finds who was created since, and nobody who was erased', async ({ page }) => {
  const owner = await newFirm(page.request)
  await enterAs(page, owner, password, '/console/contacts')
  const found = action(page, 'Maria Found')
  const answered = () => page.waitForResponse((answer) => Boolean(answer.request().postData()?.includes('query FindContacts')))
  // search returns what the server has found for the palette.
  const search = async () => {
    const answer = answered()
    await open(page, 'Maria')
    await answer
  }
  await search()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByTestId('new-contact').click()
  const drawer = page.getByRole('dialog', { name: 'New contact' })
  await drawer.getByLabel('First name').fill('Maria')
  await drawer.getByLabel('Last name').fill('Found')
  await drawer.getByTestId('save').click()
  await expect(drawer).toBeHidden()
  await search()
  await found.click()
  const panel = page.getByRole('dialog', { name: 'Maria Found', exact: true })
  await panel.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Erase' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Maria Found?' })
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE')
  await dialog.getByTestId('confirm').click()
  await expect(page.getByText('The contact was erased.')).toBeVisible()
  await search()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await expect(found).toHaveCount(0)

  // What others have done is found as well.
  await page.keyboard.press('Escape')
  await as(page.request, owner, password, 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', { input: { firstName: 'Maria', lastName: 'Found' } })
  await search()
  await expect(found).toBeVisible()
})
