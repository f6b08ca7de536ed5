import type { Page } from '@playwright/test'

import { countClicks } from './clicks.ts'
import { arrived, expect, expectAccessible, people, signOut, test } from './people.ts'

async function signIn(page: Page, email: string, password: string) {
  await page.getByTestId('sign-in-email').fill(email)
  await page.getByTestId('sign-in-password').fill(password)
  await page.getByTestId('sign-in-submit').click()
}

test('an empty firm comes from its creation to a campaign and an answered reply within 20 clicks', async ({ page }) => {
  const clicks = await countClicks(page)
  const unique = Date.now().toString(36)
  const email = `newcomer.${unique}@example.com`
  await page.goto('/console')
  await signIn(page, people.admin, process.env.CONSOLE_ADMIN_PASSWORD ?? '')
  await arrived(page)
  // An installation with a firm does not offer its creation as a first step any more.
  await page.goto('/console/admin/firms')
  await page.getByTestId('new-firm').click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill(`Newcomers ${unique}`)
  // The demo has no prices in this currency, like an installation without prices.
  const currency = drawer.getByRole('combobox', { name: 'Currency' })
  await currency.fill('CHF')
  await expect(page.getByRole('option', { name: 'CHF' })).toBeVisible()
  await currency.press('ArrowDown')
  await currency.press('Enter')
  await expect(currency).toHaveValue('CHF')
  await drawer.getByLabel('First name').fill('Nova')
  await drawer.getByLabel('Last name').fill('Comer')
  await drawer.getByLabel('E-mail').fill(email)
  await drawer.getByTestId('save').click()
  const [, first = ''] = /Password: (.*)$/.exec(await drawer.getByTestId('hand-over').innerText()) ?? []
  await drawer.getByRole('button', { name: 'Done' }).click()
  await signOut(page)

  const before = clicks()
  await signIn(page, email, first)
  await page.getByLabel('Current password').fill(first)
  await page.getByLabel(/^New password/).fill('Newcomer-pass-1')
  await page.getByTestId('save').click()
  await arrived(page)
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByRole('listitem')).toHaveCount(7)
  await expectAccessible(page)
  await steps.getByRole('link', { name: 'Try the sandbox' }).click()
  await page.getByTestId('save').click()
  await expect(page.getByRole('region', { name: 'Numbers to try' })).toContainText('+15005550009 answers “Hello”')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Write a template' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('opening')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('We open on Monday, {{firstName}}.')
  await page.getByLabel('Example for firstName').fill('Ana')
  await page.getByTestId('save-and-submit').click()
  await page.getByRole('link', { name: 'Send a campaign' }).click()
  await page.getByTestId('first-contact').click()
  const contact = page.getByRole('dialog')
  await contact.getByLabel('First name').fill('Rosa')
  await contact.getByLabel('Last name').fill('Almeida')
  await contact.getByLabel('Number').fill('+15005550009')
  await contact.getByTestId('save').click()
  await expect(contact).toBeHidden()
  // The first contact gives the campaign a price.
  await expect(page.getByTestId('quoted')).toHaveText('1 person gets it')
  await page.getByTestId('execute').click()
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 60_000 })
  await page.getByTestId('nav-inbox').click()
  await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').filter({ hasText: 'Hello' }).click()
  await page.getByRole('textbox', { name: 'Reply' }).fill('How can we help?')
  await page.getByTestId('send').click()
  await expect(page.getByRole('log', { name: 'Messages' }).getByTestId('message').filter({ hasText: 'How can we help?' }).getByRole('img', { name: 'Read' })).toBeVisible()

  // With the super-admin, who signs in, creates the firm, hands the password over and signs out.
  expect(clicks()).toBeLessThanOrEqual(20)
  expect(clicks() - before).toBeLessThanOrEqual(14)
})
