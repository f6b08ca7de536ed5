import { enter, expect, expectAccessible, test } from './people.ts'

test('an owner makes a key, changes it, gives it a new secret, and revokes it', async ({ page }) => {
  const name = `Key ${Date.now()}`
  await enter(page, 'owner', '/console/api-clients')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Addresses').fill('nonsense')
  await page.getByTestId('save').click()
  await expect(page.getByText('is required')).toBeVisible()
  await expect(page.getByText('must be an IPv4 or IPv6 address')).toBeVisible()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Addresses').fill('')
  await page.getByTestId('save').click()
  const first = (await page.getByTestId('api-key').textContent()) ?? ''
  expect((await page.request.get('/api/v1/ApiClient/self', { headers: { 'X-Api-Key': first } })).status()).toBe(200)
  await page.getByRole('button', { name: 'I have kept the key' }).click()
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Last calls' })).toContainText('/api/v1/ApiClient/self')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Description').fill('Reads contacts.')
  await page.getByTestId('save').click()
  await expect(page.getByRole('region', { name: 'About the key' })).toContainText('Reads contacts.')
  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByTestId('confirm').click()
  await expect(page.getByTestId('api-key')).not.toHaveText(first)
  await page.getByRole('button', { name: 'I have kept the key' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByTestId('confirm').click()
  await expect(page.getByRole('region', { name: 'About the key' })).toContainText('Revoked')
})

test('who may not see the keys is told so', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, 'sales', '/console/api-clients')
  await expect(page.getByText('ApiClient:View')).toBeVisible()
})
