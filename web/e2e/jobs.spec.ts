import { enter, expect, expectAccessible, test } from './people.ts'

test('the super-firm sees what the server does, and the jobs', async ({ page }) => {
  await enter(page, 'admin', '/console/admin/jobs')
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await expect(page.getByText('Open connections')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Requests of this server' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Completed', exact: true }).click()
  await expect(page).toHaveURL(/state=Completed/)
  await expect(page.getByRole('cell', { name: /token.rotate_keys|wallet.close_days/ }).first()).toBeVisible()
  await expectAccessible(page)
})
