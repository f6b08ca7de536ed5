import { enter, expect, expectAccessible, test } from './people.ts'

test('an owner filters the audit log, and sees an entry before and after', async ({ page }) => {
  await enter(page, 'owner', '/console/audit?action=user.create')
  await page.getByRole('button', { name: 'user.create' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('email: ')
  await expect(page.getByRole('dialog').getByRole('img', { name: 'Changed' }).first()).toBeVisible()
  await expect(page).toHaveURL(/open=/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To', { exact: true }).fill('2020-01-02')
  await expect(page.getByText('No entries')).toBeVisible()
  await expect(page).toHaveURL(/to=2020-01-02/)
})
