import { asAdmin } from './api.ts'
import { enter, expect, expectAccessible, test } from './people.ts'

test('a super-admin writes rules with completion, edits one, and deletes it with undo', async ({ page, request }) => {
  const { me } = await asAdmin<{ me: { user: { id: string } } }>(request, '{ me { user { id } } }')
  const role = `role:test-${Date.now()}`
  await enter(page, 'admin', '/console/admin/policies')
  await page.getByTestId('new-rule').click()
  const panel = page.getByRole('dialog')
  const editor = panel.getByRole('textbox', { name: 'Lines, as in policy.csv' })
  await editor.fill('x, nobody\n')
  await expect(panel.getByText('Line 1: It has to begin with p or g.')).toBeVisible()
  await expect(page.getByTestId('save')).toBeDisabled()
  // By the keyboard: the suggestion is below the caret.
  await editor.fill(`g, user:${me.user.id}, ${role}, *\np, ${role}, *, Contact, View, al`)
  await editor.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(editor).toHaveValue(new RegExp('Contact, View, allow$'))
  await expectAccessible(page)
  await panel.getByRole('textbox', { name: 'Why' }).fill('A test')
  await page.getByTestId('save').click()
  const rule = page.getByRole('row', { name: new RegExp(`p, ${role}, \\*, Contact, View, allow`) })
  await expect(rule).toContainText('A test')

  await rule.getByRole('button', { name: /^Edit/ }).click()
  const line = panel.getByRole('textbox', { name: 'Line' })
  await line.fill(`p, user:${me.user.id.replace(/.{12}$/, '000000000000')}, *, Contact, View, deny`)
  await page.getByTestId('save').click()
  await expect(panel.getByRole('alert')).toBeVisible()
  await line.fill(`p, ${role}, *, Contact, View, deny`)
  await page.getByTestId('save').click()
  await expect(rule).toHaveCount(0)

  for (const kind of ['p', 'g']) {
    await page.getByRole('button', { name: new RegExp(`^Delete ${kind}, .*${role}`) }).click()
  }
  await expect(page.getByText(role)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByRole('row', { name: new RegExp(role) })).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^Delete .*${role}`) }).click()
  // Who leaves the page does not take it back.
  await page.goto('/console/profile')
  await page.goto('/console/admin/policies')
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await expect(page.getByText(role)).toHaveCount(0)
})

test('policies are for the super-firm alone, and fit a phone', async ({ page }) => {
  await enter(page, 'owner', '/console/admin/policies')
  await expect(page.getByRole('heading', { level: 1, name: 'You may not see this page' })).toBeVisible()
  await page.context().clearCookies()
  await page.setViewportSize({ width: 390, height: 800 })
  await enter(page, 'admin', '/console/admin/policies')
  await expect(page.getByTestId('new-rule')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})
