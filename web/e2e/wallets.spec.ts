import { as, asAdmin, newFirm, password } from './api.ts'
import { enter, expect, expectAccessible, test } from './people.ts'

test('a super-admin credits a firm once, and sees the balance before and after', async ({ page }) => {
  await enter(page, 'admin', '/console/admin/wallets')
  await page.getByRole('searchbox', { name: 'Search firms' }).fill('Weitblick')
  await page.getByRole('link', { name: 'Weitblick Reisen' }).last().click()
  const balance = page.getByTestId('balance')
  await expect(balance).toHaveText(/\d/)
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

test('a super-admin sees who is charged most, each day, and the months of a firm', async ({ page }) => {
  await enter(page, 'admin', '/console/admin/wallets')
  await page.getByLabel('Currency').selectOption('EUR')
  const daily = page.getByRole('region', { name: 'Each of the last 30 days' })
  await expect(daily.getByRole('img', { name: 'Each of the last 30 days' })).toBeVisible()
  await daily.getByText('Table').click()
  await expect(daily.getByRole('row')).toHaveCount(31)
  await expect(daily.getByRole('row').filter({ hasText: /€[1-9]/ })).not.toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('searchbox', { name: 'Search firms' }).fill('Weitblick')
  await page.getByRole('table').getByRole('link', { name: 'Weitblick Reisen' }).last().click()
  await expect(page.getByText('Notified below €')).toBeVisible()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page.getByRole('region', { name: 'Charges of each day' })).toBeVisible()
  const transactions = page.getByRole('region', { name: 'Transactions' })
  await transactions.getByText('All months').click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(transactions.getByRole('row')).toHaveCount(21)
  await transactions.getByLabel('Types').selectOption('Discount')
  await expect(transactions.getByRole('row').nth(1)).toContainText('Monthly volume discount')
  await expectAccessible(page)
})

test('the wallet of a firm in another time zone ends with the present day of that firm, and its rows have its times', async ({ page }) => {
  const owner = await newFirm(page.request)
  // In one of them it is another day than in UTC.
  const timeZone = new Date().getUTCHours() < 10 ? 'Pacific/Niue' : 'Pacific/Kiritimati'
  const { updateOwnFirm: { id } } = await as<{ updateOwnFirm: { id: string } }>(page.request, owner, password, 'mutation ($input: UpdateOwnFirmInput) { updateOwnFirm(input: $input) { id } }', { input: { timeZone } })
  await asAdmin(page.request, 'mutation ($input: CreditWalletInput!) { creditWallet(input: $input) { balance } }', { input: { firmId: id, amount: 5, reason: 'A test' } })
  const today = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone }).format(new Date())
  await enter(page, 'admin', `/console/admin/wallets/${id}`)
  await expect(page.getByRole('row', { name: /A test/ })).toContainText(today)
  const days = page.getByRole('region', { name: 'Balance at the end of each day' })
  await days.getByText('Table').click()
  await expect(days.getByRole('row').last()).toContainText(today)
})
