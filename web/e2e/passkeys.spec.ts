import type { Page } from '@playwright/test'

import { as, asAdmin } from './api.ts'
import { arrived, expect, expectAccessible, expectCodesKept, signOut, test } from './people.ts'

const first = 'First-password-1'
const password = 'Try-firmhub-1'

// newOwner creates a firm, and returns the e-mail address of its owner, who has chosen a password.
async function newOwner(page: Page) {
  const email = `passe-${Date.now()}@example.com`
  await asAdmin(page.request, 'mutation($input: CreateFirmInput!) { createFirm(input: $input) { id } }', {
    input: { name: `Passe ${Date.now()}`, currency: 'EUR', timeZone: 'UTC', owner: { firstName: 'Pia', lastName: 'Passe', email, password: first } },
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

// addAuthenticator lets the browser make and use passkeys without a person.
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  })
}

// Browsers allow passkeys at localhost, and at no other address of this machine.
test('a person adds a passkey, signs in by it alone and as a second factor, and removes it', async ({ page, baseURL }) => {
  const origin = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  await addAuthenticator(page)
  const email = await newOwner(page)
  await page.goto(`${origin}/console/profile`)
  await expect(page.getByTestId('sign-in-passkey')).toBeVisible()
  await expectAccessible(page)
  await sendPassword(page, email)
  await arrived(page)

  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await page.getByTestId('passkey-name').fill('Laptop')
  await page.getByTestId('passkey-add').click()
  await expect(page.getByTestId('recovery-codes')).toBeVisible()
  await expectAccessible(page)
  await page.getByTestId('factor-done').click()
  await expect(passkeys.getByRole('cell', { name: 'Laptop', exact: true })).toBeVisible()
  await page.getByTestId('passkey-name').fill('Again')
  await page.getByTestId('passkey-add').click()
  await expect(page.getByText('This device has a passkey of yours already.')).toBeVisible()
  await page.getByTestId('passkey-name').fill('') // Else the console asks before it is lost.

  await signOut(page)
  await page.getByTestId('sign-in-passkey').click()
  await arrived(page)

  await signOut(page)
  await sendPassword(page, email)
  await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
  await expectAccessible(page)
  await page.getByTestId('sign-in-passkey').click()
  await arrived(page)

  await page.goto(`${origin}/console/profile`)
  await passkeys.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await passkeys.getByLabel('Current password').fill('Wrong-password-1')
  await page.getByTestId('confirm').click()
  await expect(passkeys.getByText('is wrong')).toBeVisible()
  await passkeys.getByLabel('Current password').fill(password)
  await expectAccessible(page)
  await page.getByTestId('confirm').click()
  await expect(passkeys.getByRole('cell', { name: 'Laptop', exact: true })).toHaveCount(0)

  await signOut(page)
  await page.getByTestId('sign-in-passkey').click()
  await expect(page.getByRole('alert')).toContainText('The passkey was not accepted.')
  await sendPassword(page, email)
  await arrived(page)
})

test('who needs a second factor in a firm adds a passkey, and makes new recovery codes by it', async ({ page, baseURL }) => {
  const origin = (baseURL ?? '').replace('127.0.0.1', 'localhost')
  await addAuthenticator(page)
  const email = await newOwner(page)
  await as(page.request, email, password, 'mutation($input: UpdateOwnFirmInput!) { updateOwnFirm(input: $input) { name } }', {
    input: { requireMfa: true },
  })
  await page.goto(`${origin}/console/profile`)
  await sendPassword(page, email)
  await expect(page.getByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeVisible()
  await expect(page.getByTestId('factor-set-up')).toBeVisible()
  await expectAccessible(page)
  await page.getByTestId('passkey-add').click()
  await expect(page.getByText('is required')).toBeVisible()
  await page.getByTestId('passkey-name').fill('Laptop')
  await page.getByTestId('passkey-add').click()
  const first = (await page.getByTestId('recovery-codes').textContent()) ?? ''
  expect(first.split('\n')).toHaveLength(10)
  await expectAccessible(page)
  await expectCodesKept(page)
  await page.getByTestId('factor-done').click()
  await arrived(page)

  const recovery = page.getByRole('region', { name: 'Recovery codes' })
  await page.getByTestId('recovery-new').click()
  await recovery.getByLabel('Current password').fill('Wrong-password-1')
  await page.getByTestId('recovery-by-passkey').click()
  await expect(recovery.getByText('is wrong')).toBeVisible()
  await recovery.getByLabel('Current password').fill(password)
  await page.getByTestId('recovery-by-passkey').click()
  const renewed = (await page.getByTestId('recovery-codes').textContent()) ?? ''
  expect(renewed.split('\n')).toHaveLength(10)
  expect(renewed).not.toEqual(first)
  await page.getByTestId('factor-done').click()
  await expect(recovery.getByText('Recovery codes left: 10.')).toBeVisible()
})
