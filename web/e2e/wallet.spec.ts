import { asAdmin } from './api.ts'
import { enter, expect, expectAccessible, test } from './people.ts'

test('the wallet shows a month, its days as a table, and filtered transactions', async ({ page }) => {
  await enter(page, 'bookkeeping', '/console/wallet')
  await expect(page).toHaveTitle('Wallet · firmhub')
  await expect(page.getByTestId('balance')).toContainText('R$')
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page).toHaveURL(/month=\d{4}-\d{2}/)
  const days = page.getByRole('region', { name: 'Charges of each day' })
  await expect(days.getByRole('img', { name: 'Charges of each day' })).toBeVisible()
  await expectAccessible(page)
  await days.getByText('Table').click()
  await expect(days.getByRole('row')).not.toHaveCount(0)
  const transactions = page.getByRole('region', { name: 'Transactions' })
  await transactions.getByText('All months').click()
  await transactions.getByLabel('Types').selectOption('Top-up')
  await expect(page).toHaveURL(/range=all/)
  await expect(page).toHaveURL(/type=Credit/)
  await expect(transactions.getByRole('row').nth(1)).toContainText('Top-up')
  await expect(transactions.getByRole('row').filter({ hasText: 'messages' })).toHaveCount(0)
  await page.reload()
  await expect(transactions.getByRole('row').nth(1)).toContainText('Top-up')
})

test('the wallet says when the firm is notified, and when its balance is low', async ({ page, request }) => {
  const { firmPage } = await asAdmin<{ firmPage: { items: { id: string; name: string; lowBalanceThreshold: number }[] } }>(
    request, '{ firmPage(input: { pageSize: 100 }) { items { id name lowBalanceThreshold } } }')
  const firm = firmPage.items.find(({ name }) => name === 'Torrefação Bela Vista')
  const set = (lowBalanceThreshold: number | undefined) =>
    asAdmin(request, 'mutation($input: UpdateFirmInput!) { updateFirm(input: $input) { id } }', { input: { id: firm?.id, lowBalanceThreshold } })
  await set(0)
  await enter(page, 'bookkeeping', '/console/wallet')
  await expect(page.getByText('Notified below R$0.00')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await set(1e9)
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('The balance is below R$1,000,000,000.00')
  await expectAccessible(page)
  await set(firm?.lowBalanceThreshold)
})

test('the notification of a low balance leads to the wallet', async ({ page, request }) => {
  const { firmPage } = await asAdmin<{ firmPage: { items: { id: string; name: string; lowBalanceThreshold: number }[] } }>(
    request, '{ firmPage(input: { pageSize: 100 }) { items { id name lowBalanceThreshold } } }')
  const { id, lowBalanceThreshold } = firmPage.items.find(({ name }) => name === 'Torrefação Bela Vista')!
  const set = (threshold: number) =>
    asAdmin(request, 'mutation($input: UpdateFirmInput!) { updateFirm(input: $input) { id } }', { input: { id, lowBalanceThreshold: threshold } })
  const adjust = (amount: number) =>
    asAdmin(request, 'mutation($input: AdjustWalletInput!) { adjustWallet(input: $input) { balance } }', { input: { firmId: id, amount, reason: 'A test' } })
  const { clientWalletBalance } = await asAdmin<{ clientWalletBalance: { balance: number } }>(
    request, 'query($id: ID!) { clientWalletBalance(firmId: $id) { balance } }', { id })
  await set(clientWalletBalance.balance)
  await adjust(-1)
  await enter(page, 'bookkeeping', '/console/users')
  await page.getByTestId('bell').click()
  await page.getByRole('dialog', { name: 'Notifications' }).getByText('Low balance').first().click()
  await expect(page).toHaveURL(/console\/wallet$/)
  await adjust(1)
  await set(lowBalanceThreshold)
})

test('the statement of a month is saved as a file', async ({ page }) => {
  await enter(page, 'bookkeeping', '/console/wallet')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Statement as CSV' }).click()])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
})
