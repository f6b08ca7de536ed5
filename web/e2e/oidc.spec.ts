import { expect, test, type Page } from '@playwright/test'

import { as } from './api.ts'
import { linkTo } from './mailbox.ts'
import { arrived, expectAccessible, people } from './people.ts'
import { code } from './totp.ts'

// continueAs signs in by the provider of the test, which asks for an e-mail address and believes it.
async function continueAs(page: Page, email: string, address = '/console') {
  await page.goto(address)
  await page.getByRole('button', { name: 'Continue with Corp' }).click()
  await page.getByLabel('Who are you?').fill(email)
  await page.getByRole('button', { name: 'Allow' }).click()
}

const password = 'Typed-by-firm-1'

// invite makes an account in the firm of the demo, whose person has followed the link of the mail.
async function invite(page: Page): Promise<string> {
  const email = `fia-${crypto.randomUUID()}@belavista.example`
  const asOwner = <Data>(query: string, variables = {}) => as<Data>(page.request, people.owner, 'Try-firmhub-1', query, variables)
  const { me } = await asOwner<{ me: { role: { id: string } } }>('{ me { role { id } } }')
  const input = { firstName: 'Fia', lastName: 'Faktor', email, roleId: me.role.id }
  await asOwner('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', { input })
  const token = (await linkTo(page, email, 'invitation')).replace(/.*token=/, '')
  const accepted = await page.request.post('/api/v1/auth/accept-invitation', { data: { token, password } })
  expect(accepted.ok()).toBe(true)
  return email
}

test('somebody with an account signs in by a provider, and arrives where the link led', async ({ page }) => {
  const email = await invite(page)
  await page.goto('/console')
  await expect(page.getByRole('button', { name: 'Continue with Corp' })).toBeVisible()
  await expectAccessible(page)
  await continueAs(page, email, '/console/contacts?search=ana')
  await arrived(page)
  await expect(page).toHaveURL(/\/console\/contacts\?search=ana$/)
  await page.reload()
  await arrived(page)
})

test('a new person joins the firm of the provider', async ({ page }) => {
  await continueAs(page, `olivia-${crypto.randomUUID()}@belavista.example`)
  await arrived(page)
})

test('a person with a second factor is asked for a code', async ({ page, request }) => {
  const email = await invite(page)
  const { beginTotp } = await as<{ beginTotp: { secret: string } }>(request, email, password, 'mutation { beginTotp { secret } }')
  await as(request, email, password, 'mutation ($code: String!) { confirmTotp(input: { code: $code }) { recoveryCodes } }', { code: code(beginTotp.secret) })

  await continueAs(page, email)
  await page.getByTestId('sign-in-code').fill(code(beginTotp.secret, 1))
  await page.getByTestId('sign-in-code-submit').click()
  await arrived(page)
})

test('a refusal is said in words', async ({ page }) => {
  await continueAs(page, 'refuse')
  await expect(page.getByRole('alert')).toContainText('You did not allow firmhub')
  await expect(page).toHaveTitle('You are not signed in · firmhub')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back to sign in' }).click()
  await expect(page.getByTestId('sign-in-email')).toBeVisible()

  await continueAs(page, 'stranger@elsewhere.example')
  await expect(page.getByRole('alert')).toContainText('There is no account for you here')

  await page.goto('/console/signed-in#code=AAAA')
  await expect(page.getByRole('alert')).toContainText('The sign-in has expired')
  await expect(page).toHaveURL(/\/console$/)
})
