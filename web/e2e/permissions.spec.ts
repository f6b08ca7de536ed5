import { asAdmin } from './api.ts'
import { enter, expect, expectAccessible, test } from './people.ts'

test('a super-admin makes a module, changes it, and deletes it', async ({ page }) => {
  const name = `Test${Date.now()}`
  await enter(page, 'admin', '/console/admin/permissions')
  await page.getByTestId('new-module').click()
  const panel = page.getByRole('dialog', { name: 'New module' })
  await panel.getByRole('textbox', { name: 'Module' }).fill('with space')
  await panel.getByRole('textbox', { name: 'Action' }).fill('View')
  await page.getByTestId('save').click()
  await expect(panel.getByRole('textbox', { name: 'Module' })).toHaveAttribute('aria-invalid', 'true')
  await panel.getByRole('textbox', { name: 'Module' }).fill(name)
  await page.getByTestId('save').click()
  await expect(panel).toBeHidden()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await row.getByRole('button', { name: `Edit ${name}` }).click()
  await page.getByRole('button', { name: 'Add a permission' }).click()
  await page.getByRole('textbox', { name: 'Action' }).last().fill('Count')
  await expectAccessible(page)
  await page.getByTestId('save').click()
  await expect(row).toContainText('Count')
  await row.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(page.getByRole('dialog')).toContainText(`${name}:Count`)
  await page.getByTestId('confirm').click()
  await expect(row).toHaveCount(0)
})

test('a super-admin who edits a module keeps what another has added to it, and is asked where both changed the same', async ({ page }) => {
  const moduleName = `Shared${Date.now()}`
  const define = (operation: string, properties: object[]) =>
    asAdmin<{ module: { properties: { id: string; propertyName: string; displayName: string }[] } }>(
      page.request, `mutation ($input: RolePropertyGroupInput!) { module: ${operation}(input: $input) { properties { id propertyName displayName } } }`, { input: { moduleName, properties } },
    )
  const stored = async () => {
    const answer = await asAdmin<{ rolePropertyGroups: { items: { moduleName: string; properties: { id: string; propertyName: string; displayName: string }[] }[] } }>(
      page.request, 'query ($input: RolePropertyPageInput) { rolePropertyGroups(input: $input) { items { moduleName properties { id propertyName displayName } } } }', { input: { searchTerm: moduleName } },
    )
    const properties = answer.rolePropertyGroups.items.find((one) => one.moduleName === moduleName)?.properties ?? []
    return Object.fromEntries(properties.map(({ id, propertyName, displayName }) => [propertyName, { id, displayName }]))
  }
  await define('createRoleProperties', [{ propertyName: 'View' }, { propertyName: 'Old' }])
  await enter(page, 'admin', `/console/admin/permissions?search=${moduleName}&open=edit ${moduleName}`)
  const panel = page.getByRole('dialog')
  const names = panel.getByRole('textbox', { name: 'Name for people' })
  await panel.getByRole('button', { name: 'Remove Old' }).click()
  await names.fill('Look at it')
  await define('updateRoleProperties', [{ propertyName: 'View' }, { propertyName: 'Old' }, { propertyName: 'Merge' }])
  const { Merge } = await stored()
  await page.getByTestId('save').click()
  const confirm = page.getByRole('dialog').filter({ has: page.getByTestId('confirm') })
  await expect(confirm).toContainText(`${moduleName}:Old`)
  await expect(confirm).not.toContainText(`${moduleName}:Merge`)
  await page.getByTestId('confirm').click()
  await expect(panel).toHaveCount(0)
  expect(await stored()).toMatchObject({ View: { displayName: 'Look at it' }, Merge })
  expect(Object.keys(await stored())).toHaveLength(2)

  await page.getByRole('button', { name: `Edit ${moduleName}` }).click()
  await panel.getByRole('button', { name: 'Remove View' }).click()
  await define('updateRoleProperties', [{ propertyName: 'View', displayName: 'See' }, { propertyName: 'Merge' }])
  await page.getByTestId('save').click()
  await expect(panel.getByRole('alert').getByRole('row', { name: 'View View – See –' })).toBeVisible()
  await expectAccessible(page)
  await page.getByTestId('take-theirs').click()
  await expect(names.last()).toHaveValue('See')
  await asAdmin(page.request, 'mutation ($moduleName: String!) { deleteRoleProperties(moduleName: $moduleName) }', { moduleName })
})
