import { readFileSync } from 'node:fs'

import { enter, expect, expectAccessible, test } from './people.ts'

test('all data of a contact is downloaded, and the contact is erased', async ({ page }) => {
  const name = `Erasable ${Date.now()}`
  await enter(page, 'owner', '/console/contacts')
  await page.getByTestId('new-contact').click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('First name').fill(name)
  await panel.getByLabel('Last name').fill('Person')
  await panel.getByTestId('save').click()
  await page.getByRole('searchbox').fill(name)
  await page.getByRole('gridcell', { name, exact: true }).click()

  await panel.getByRole('button', { name: 'More actions' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export all data' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^contact-.*\.json$/)
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toMatchObject({ contact: { firstName: name, lastName: 'Person' } })

  await panel.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Erase' }).click()
  const dialog = page.getByRole('dialog', { name: `Erase ${name} Person?` })
  await expect(dialog).toContainText('can’t be undone')
  await expectAccessible(page)
  const confirm = dialog.getByTestId('confirm')
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Type ERASE to confirm').fill('ERASE')
  await confirm.click()
  await expect(page.getByText('The contact was erased.')).toBeVisible()
  await expect(page.getByRole('gridcell', { name, exact: true })).toHaveCount(0)
})

test('who may not delete contacts is not offered to erase them', async ({ page }) => {
  await enter(page, 'marketing', '/console/contacts')
  await page.getByRole('row').nth(1).click()
  await page.getByRole('dialog').getByRole('button', { name: 'More actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Export all data' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Erase' })).toHaveCount(0)
})
