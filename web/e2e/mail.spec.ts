import type { Page } from '@playwright/test'

import { as } from './api.ts'
import { linkTo } from './mailbox.ts'
import { expect, expectAccessible, people, test } from './people.ts'

const ownerPassword = 'Try-firmhub-1'

// open follows the link of a mail. The token leaves the address bar.
async function open(page: Page, path: string) {
  await page.goto(path)
  await expect(page).toHaveURL(new URL(path, page.url()).origin + path.replace(/\?.*/, ''))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
}

test('an invited person chooses a password by the link, forgets it, and confirms the address', async ({ page, request }) => {
  const email = `mail-${crypto.randomUUID()}@belavista.example`
  const asOwner = <Data>(query: string, variables = {}) => as<Data>(request, people.owner, ownerPassword, query, variables)
  const { me } = await asOwner<{ me: { role: { id: string } } }>('{ me { role { id } } }')
  const input = { firstName: 'Ana', lastName: 'Mail', email, roleId: me.role.id }
  await asOwner('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', { input })

  await open(page, await linkTo(page, email, 'invitation'))
  await page.getByTestId('save').click()
  await expect(page.getByText('is required')).toBeVisible()
  await page.getByLabel('New password').fill('First-password-1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toContainText('You are in the firm now')

  await page.goto('/console')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveTitle('Forgot your password? · firmhub')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByTestId('save').click()
  await expect(page.getByRole('status')).toContainText('on its way')
  const reset = await linkTo(page, email, 'reset')
  await open(page, reset)
  await page.getByLabel('New password').fill('Second-password-1')
  await page.getByTestId('save').click()
  await expect(page.getByRole('status')).toContainText('Your password is changed')
  await open(page, reset)
  await page.getByLabel('New password').fill('Third-password-1')
  await page.getByTestId('save').click()
  await expect(page.getByRole('alert')).toContainText('not valid any more')

  const next = `next-${email}`
  await as(request, email, 'Second-password-1', 'mutation ($input: UpdateMeInput) { updateMe(input: $input) { id } }', {
    input: { email: next, currentPassword: 'Second-password-1' },
  })
  await open(page, await linkTo(page, next, 'verify'))
  await page.getByTestId('confirm').click()
  await expect(page.getByRole('status')).toContainText('confirmed')
  await as(request, next, 'Second-password-1', '{ me { user { email } } }')
})

test('the pages of mails fit a narrow screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  for (const name of ['forgot', 'reset', 'verify', 'invitation']) {
    await page.goto(`/console/${name}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
})
