import { enter, expect, expectAccessible, test } from './people.ts'

test('the dashboard shows a period, compares it, and keeps it in the address', async ({ page }) => {
  await enter(page, 'bookkeeping', '/console/dashboard')
  await expect(page).toHaveTitle('Dashboard · firmhub')
  await expect(page.getByRole('region', { name: 'Sent' })).toContainText('in the period before')
  const volume = page.getByRole('region', { name: 'Messages', exact: true })
  await expect(volume.getByRole('img', { name: 'Messages' })).toBeVisible()
  await expectAccessible(page)
  await volume.getByText('Table').click()
  await expect(volume.getByRole('row')).toHaveCount(31)
  await page.getByText('7 days').click()
  await expect(page).toHaveURL(/period=Weekly/)
  await expect(volume.getByRole('row')).toHaveCount(8)
  await page.getByText('Other days').click()
  await page.getByLabel('From').fill('2026-01-01')
  await page.getByLabel('To', { exact: true }).fill('2026-01-02')
  await expect(page).toHaveURL(/from=2026-01-01/)
  await expect(page.getByText('No messages in this period')).toBeVisible()
})

test('a firm without messages is calm, and has no charts', async ({ page }) => {
  await enter(page, 'admin', '/console/dashboard')
  await expect(page.getByText('No messages in this period')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Messages' })).toHaveCount(0)
})

test('a chart tells the values of what the pointer is on', async ({ page }) => {
  await enter(page, 'owner', '/console/dashboard?period=Weekly')
  const chart = page.getByRole('img', { name: 'Messages' })
  await page.getByRole('region', { name: 'Messages' }).getByText('Table', { exact: true }).click()
  const cells = page.getByRole('region', { name: 'Messages' }).getByRole('row').nth(1).getByRole('cell')
  await expect(cells).not.toHaveCount(0)
  const [day = '', sent = ''] = await cells.allTextContents()
  await page.getByRole('region', { name: 'Messages' }).getByText('Chart', { exact: true }).click()
  await chart.hover({ position: { x: 60, y: 60 } })
  await expect(chart.getByText(day)).toBeVisible()
  await expect(chart.getByText(sent, { exact: true }).last()).toBeVisible()
})
