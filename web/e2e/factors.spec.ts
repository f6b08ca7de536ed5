import type { Page } from '@playwright/test'

import { as, asAdmin } from './api.ts'
import { arrived, expect, expectAccessible, expectCodesKept, signOut, test } from './people.ts'
import { code } from './totp.ts'

const first = 'First-password-1'
const password = 'Try-firmhub-1'

// newOwner creates a firm, and returns the e-mail address of its owner, who has chosen a password.
async function newOwner(page: Page, name: string) {
  const email = `${name.toLowerCase()}-${Date.now()}@example.com`
  await asAdmin(page.request, 'mutation($input: CreateFirmInput!) { createFirm(input: $input) { id } }', {
    input: { name: `${name} ${Date.now()}`, currency: 'EUR', timeZone: 'UTC', owner: { firstName: 'Fia', lastName: 'Faktor', email, password: first } },
  })
  await as(page.request, email, first, 'mutation($input: ChangePasswordInput!) { changePassword(input: $input) }', {
    input: { currentPassword: first, newPassword: password },
  })
  return email
}

async function sendPassword(page: Page, email: string) {
  await page.getByTestId('sign-in-email').fill(email)
  await page.getByTestId('sign-in-password').fill(password)
  await page.getByTestId('sign-in-submit').click()
}

// setUp sets up an authenticator on the page, and returns its secret and the recovery codes.
async function setUp(page: Page) {
  await page.getByTestId('factor-set-up').click()
  await expect(page.getByRole('img', { name: 'QR code of the authenticator' })).toBeVisible()
  await expectAccessible(page)
  const secret = (await page.getByTestId('factor-secret').textContent()) ?? ''
  await page.getByTestId('factor-code').fill('000000')
  await page.getByTestId('confirm').click()
  await expect(page.getByText('is wrong')).toBeVisible()
  await page.getByTestId('factor-code').fill(code(secret))
  await page.getByTestId('confirm').click()
  const codes = ((await page.getByTestId('recovery-codes').textContent()) ?? '').split('\n')
  expect(codes).toHaveLength(10)
  await expectCodesKept(page)
  await page.getByTestId('factor-done').click()
  return { secret, codes }
}

test('a person sets up an authenticator, signs in by a code and by a recovery code, and removes it', async ({ page }) => {
  const email = await newOwner(page, 'Faktor')
  await page.goto('/console/profile')
  await sendPassword(page, email)
  await arrived(page)
  const { secret, codes } = await setUp(page)
  await expect(page.getByText('Recovery codes left: 10.')).toBeVisible()
  await signOut(page)
  await sendPassword(page, email)
  await expect(page.getByTestId('sign-in-code')).toBeVisible()
  await expectAccessible(page)
  await page.getByTestId('sign-in-code').fill('000000')
  await page.getByTestId('sign-in-code-submit').click()
  await expect(page.getByRole('alert')).toContainText('The code is wrong')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByTestId('sign-in-recovery-code').fill(codes[0] ?? '')
  await page.getByTestId('sign-in-code-submit').click()
  await arrived(page)

  await page.goto('/console/profile')
  await expect(page.getByText('Recovery codes left: 9.')).toBeVisible()
  const factors = page.getByRole('region', { name: 'Second factor' })
  await factors.getByLabel('Current password').fill(password)
  await factors.getByLabel('Code of six digits').fill(code(secret, 1))
  await page.getByTestId('factor-remove').click()
  await expect(page.getByTestId('factor-set-up')).toBeVisible()
})

test('a person makes new recovery codes by a code, and the old ones end', async ({ page }) => {
  const email = await newOwner(page, 'Erneuert')
  await page.goto('/console/profile')
  await sendPassword(page, email)
  await arrived(page)
  const { secret, codes } = await setUp(page)
  const recovery = page.getByRole('region', { name: 'Recovery codes' })
  await page.getByTestId('recovery-new').click()
  await recovery.getByLabel('Current password').fill(password)
  await page.getByTestId('recovery-by-code').click()
  await expect(recovery.getByText('is required')).toBeVisible()
  await recovery.getByLabel('Code of six digits').fill(code(secret, 1))
  await expectAccessible(page)
  await page.getByTestId('recovery-by-code').click()
  const renewed = ((await page.getByTestId('recovery-codes').textContent()) ?? '').split('\n')
  expect(renewed).toHaveLength(10)
  expect(renewed.filter((one) => codes.includes(one))).toEqual([])
  await page.getByTestId('factor-done').click()
  await expect(recovery.getByText('Recovery codes left: 10.')).toBeVisible()
  await signOut(page)
  await sendPassword(page, email)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByTestId('sign-in-recovery-code').fill(codes[0] ?? '')
  await page.getByTestId('sign-in-code-submit').click()
  await expect(page.getByRole('alert')).toContainText('The code is wrong')
  await page.getByTestId('sign-in-recovery-code').fill(renewed[0] ?? '')
  await page.getByTestId('sign-in-code-submit').click()
  await arrived(page)
})

test('a firm requires a second factor, and leads those without one to set it up', async ({ page }) => {
  const email = await newOwner(page, 'Pflicht')
  await page.goto('/console/settings')
  await sendPassword(page, email)
  await arrived(page)
  await page.getByRole('switch', { name: 'Second factor for everybody' }).click()
  await page.getByTestId('save').click()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.goto('/console')
  await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible()
  await expect(as(page.request, email, password, '{ ownFirm { name } }')).rejects.toThrow('MfaRequired')
  await setUp(page)
  await arrived(page)
})
