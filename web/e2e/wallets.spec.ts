import { enter, expect, expectAccessible, test } from './people.ts'

test('a super-admin credits a firm once, and sees the balance before and after', async ({ page }) => {
  await enter(page, 'admin', '/console/admin/wallets')
  await page.getByRole('searchbox', { name: 'Search firms' }).fill('Weitblick')
  await page.getByRole('link', { name: 'Weitblick Reisen' }).click()
  const balance = page.getByTestId('balance')
  const before = (await balance.textContent()) ?? ''
  await page.getByRole('button', { name: 'Credit' }).click()
  const panel = page.getByRole('dialog', { name: 'Credit', exact: true })
  await panel.getByRole('textbox', { name: 'Amount' }).fill('1.5')
  await panel.getByRole('textbox', { name: 'Reason' }).fill('x'.repeat(501))
  await page.getByTestId('save').click()
  await page.getByTestId('confirm').click()
  await expect(panel.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('aria-invalid', 'true')
  await panel.getByRole('textbox', { name: 'Reason' }).fill('A test')
  const sent: string[] = []
  page.on('request', (request) => {
    const key = /"idempotencyKey":"(\w+)"/.exec(request.postData() ?? '')?.[1]
    if (key) {
      sent.push(key)
    }
  })
  await page.getByTestId('save').click()
  const confirm = page.getByRole('dialog', { name: 'Credit for Weitblick Reisen' })
  await expect(confirm).toContainText(before)
  await expect(confirm).toContainText('€1.50')
  await expectAccessible(page)
  await page.getByTestId('confirm').click()
  await expect(panel).toBeHidden()
  await expect(balance).not.toHaveText(before)
  await expect(page.getByRole('row', { name: /A test/ }).first()).toContainText('€1.50')
  expect(sent).toHaveLength(1)
  // The balance is again what it was.
  await page.getByRole('button', { name: 'Adjust' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('-1.5')
  await page.getByRole('textbox', { name: 'Reason' }).fill('The end of a test')
  await page.getByTestId('save').click()
  await page.getByTestId('confirm').click()
  await expect(balance).toHaveText(before)
})

test('wallets are for the super-firm alone, and fit a phone', async ({ page }) => {
  await enter(page, 'owner', '/console/admin/wallets')
  await expect(page.getByRole('heading', { level: 1, name: 'You may not see this page' })).toBeVisible()
  await page.context().clearCookies()
  await page.setViewportSize({ width: 390, height: 800 })
  await enter(page, 'admin', '/console/admin/wallets')
  await expect(page.getByRole('link', { name: 'Weitblick Reisen' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})
