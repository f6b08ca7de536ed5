import { as, password } from './api.ts'
import { enter, expect, expectAccessible, people, test } from './people.ts'

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

test('an entry of the address that is not on the page is read by itself', async ({ page }) => {
  const { auditLog } = await as<{ auditLog: { items: { id: string; target: { name: string } }[] } }>(page.request, people.owner, password, '{ auditLog(input: { action: "user.create", pageSize: 1 }) { items { id target { name } } } }')
  const [entry] = auditLog.items
  if (!entry) {
    throw new Error('the demo has no entry')
  }
  await enter(page, 'owner', `/console/audit?action=role&open=${entry.id}`)
  await expect(page.getByRole('dialog', { name: `user.create · ${entry.target.name}` })).toContainText('email: ')
  const [first] = entry.id.split('-')
  await page.goto(`/console/audit?open=${entry.id.replace(first ?? '', '00000000')}`)
  await expect(page.getByRole('dialog')).toContainText('There is no such entry')
})
