import { as, newFirm, password } from './api.ts'
import { hold } from './clock.ts'
import { linkTo } from './mailbox.ts'
import { enter, enterAs, expect, expectAccessible, test } from './people.ts'

test('an owner invites, edits, invites again, and withdraws with undo', async ({ page }) => {
  const last = `Alves ${Date.now()}`
  await enter(page, 'owner', '/console/users')
  await expect(page.getByRole('row', { name: /Rafael Nogueira/ })).toContainText('Sales')

  await page.getByTestId('new-user').click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('First name').fill('Bia')
  await panel.getByLabel('Last name').fill(last)
  await panel.getByRole('textbox', { name: 'E-mail address' }).fill('rafael@belavista.example')
  await panel.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Sales' }).click()
  await panel.getByRole('radio', { name: 'With a password that you hand over' }).check()
  await page.getByTestId('save').click()
  await expect(panel.getByRole('alert')).toBeVisible()
  await panel.getByRole('textbox', { name: 'E-mail address' }).fill('no address')
  await page.getByTestId('save').click()
  await expect(panel.getByRole('textbox', { name: 'E-mail address' })).toHaveAttribute('aria-invalid', 'true')
  const email = `bia.${Date.now()}@example.com`
  await panel.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await page.getByTestId('save').click()
  await expect(page.getByTestId('hand-over')).toContainText(email)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('searchbox', { name: 'Search names and addresses' }).fill(last)
  await expect(page).toHaveURL(/search=Alves/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: new RegExp(last) })).toContainText('Invited')
  const actions = page.getByRole('button', { name: `Actions for Bia ${last}` })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await panel.getByLabel('First name').fill('Beatriz')
  await page.getByTestId('save').click()
  const renamed = page.getByRole('button', { name: `Actions for Beatriz ${last}` })
  await renamed.click()
  await page.getByRole('menuitem', { name: 'Send invitation again' }).click()
  await panel.getByRole('radio', { name: 'With a password that you hand over' }).check()
  await page.getByTestId('save').click()
  await expect(page.getByTestId('hand-over')).toContainText(email)
  await page.getByRole('button', { name: 'Done' }).click()

  await hold(page)
  await renamed.click()
  await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click()
  await expect(renamed).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(renamed).toBeVisible()
  await renamed.click()
  await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click()
  // Who leaves the page does not take it back.
  await page.goto('/console/profile')
  await page.goto(`/console/users?search=${encodeURIComponent(last)}`)
  await expect(page.getByText('Nobody matches')).toBeVisible()
})

test('the policy says why somebody may', async ({ page }) => {
  await enter(page, 'owner', '/console/users?search=Rafael')
  await page.getByRole('button', { name: 'Actions for Rafael Nogueira' }).click()
  await page.getByRole('menuitem', { name: 'Why allowed?' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('combobox', { name: 'Module' }).click()
  await page.getByRole('option', { name: 'Contacts', exact: true }).click()
  await panel.getByRole('combobox', { name: 'Action' }).click()
  await page.getByRole('option', { name: 'View' }).click()
  await expect(panel.getByRole('status')).toContainText('Sales')
  await expect(page).toHaveURL(/module=Contact&action=View/)
  await expectAccessible(page)
})

test('an invitation goes by mail, and again', async ({ page }) => {
  const owner = await newFirm(page.request)
  await enterAs(page, owner, password, '/console/users?open=new')
  const panel = page.getByRole('dialog')
  const email = `mailed-${crypto.randomUUID()}@example.com`
  await panel.getByLabel('First name').fill('Ada')
  await panel.getByLabel('Last name').fill('Post')
  await panel.getByRole('textbox', { name: 'E-mail address' }).fill(email)
  await panel.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Owner' }).click()
  await expectAccessible(page)
  await page.getByTestId('save').click()
  await expect(panel.getByRole('status')).toContainText(`on its way to ${email}`)
  const first = await linkTo(page, email, 'invitation')
  await panel.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Actions for Ada Post' }).click()
  await page.getByRole('menuitem', { name: 'Send invitation again' }).click()
  await page.getByTestId('save').click()
  await expect(panel.getByRole('status')).toContainText(`on its way to ${email}`)
  await expect.poll(() => linkTo(page, email, 'invitation')).not.toBe(first)
})

test('where the server sends no mail, a password is handed over', async ({ page }) => {
  const owner = await newFirm(page.request)
  await page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON()
    if (!query.includes('mutation CreateUser') || variables.input.password) {
      return route.continue()
    }
    await route.fulfill({ json: { data: null, errors: [{ message: 'The input is not valid.', extensions: { code: 'ValidationError', details: [{ field: 'password', message: 'is required' }] } }] } })
  })
  await enterAs(page, owner, password, '/console/users?open=new')
  const panel = page.getByRole('dialog')
  await panel.getByLabel('First name').fill('Ada')
  await panel.getByLabel('Last name').fill('Hand')
  await panel.getByRole('textbox', { name: 'E-mail address' }).fill(`handed-${crypto.randomUUID()}@example.com`)
  await panel.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Owner' }).click()
  await page.getByTestId('save').click()
  await expect(page.getByTestId('hand-over')).toContainText('Password: ')
  await panel.getByRole('button', { name: 'Done' }).click()
  await page.getByTestId('new-user').click()
  await expect(panel.getByText('This server sends no e-mail')).toBeVisible()
  await expect(panel.getByRole('radio')).toHaveCount(0)
})

test('who has a permission without its View is told so', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, input: object) => as<Data>(page.request, owner, password, query, { input })
  const { createRole } = await ask<{ createRole: { id: string } }>('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', { name: 'Writer' })
  const { roleProperties } = await as<{ roleProperties: { id: string; moduleName: string; propertyName: string }[] }>(page.request, owner, password, '{ roleProperties { id moduleName propertyName } }')
  const one = roleProperties.find(({ moduleName, propertyName }) => moduleName === 'Contact' && propertyName === 'Create')
  await ask('mutation ($input: SetRolePermissionsInput!) { setRolePermissions(input: $input) { id } }', { roleId: createRole.id, propertyIds: [one?.id] })
  const [email, first] = [`writer-${crypto.randomUUID()}@example.com`, 'First-password-1']
  await ask('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', { firstName: 'Wim', lastName: 'Writer', email, roleId: createRole.id, password: first })
  await as(page.request, email, first, 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }', { input: { currentPassword: first, newPassword: password } })
  await enterAs(page, email, password, '/console')
  await expect(page.getByRole('heading', { level: 1, name: 'There is nothing here for you yet' })).toBeVisible()
  await expect(page.getByText('You have Contact:Create')).toContainText('it needs Contact:View as well')
  await expectAccessible(page)
})

test('on a phone what can be done with a row is in view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await enter(page, 'owner', '/console/users')
  const actions = page.getByRole('button', { name: 'Actions for Rafael Nogueira' })
  await actions.click()
  const box = await actions.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeInViewport()
  expect(await page.getByRole('table').evaluate((table) => table.closest('.mantine-ScrollArea-viewport')?.scrollLeft)).toBe(0)
})

test('an invitation that loads shows nobody else', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, input: object) => as<Data>(page.request, owner, password, query, { input })
  const { createRole } = await ask<{ createRole: { id: string } }>('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', { name: 'Writer' })
  const emailOf = (name: string) => `${name.toLowerCase()}-${owner}`
  for (const firstName of ['Ann', 'Bob']) {
    await ask('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', { firstName, lastName: 'Late', email: emailOf(firstName), roleId: createRole.id, password: 'First-password-1' })
  }
  await enterAs(page, owner, password, '/console/users')
  const panel = page.getByRole('dialog')
  const open = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${name} Late` }).click()
    await page.getByRole('menuitem', { name: 'Send invitation again' }).click()
  }
  await open('Ann')
  await expect(panel).toContainText(emailOf('Ann'))
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('/graphql', async (route) => {
    if (route.request().postData()?.includes('query FirmUser(')) {
      await released
    }
    await route.continue()
  })
  const asked = page.waitForRequest((request) => Boolean(request.postData()?.includes('query FirmUser(')))
  await open('Bob')
  await asked
  await expect(panel).toBeVisible()
  await expect(panel.getByTestId('save')).toHaveCount(0)
  release()
  await expect(panel).toContainText(emailOf('Bob'))
  await expect(panel.getByTestId('save')).toBeVisible()
})

test('a page that is empty gives way to the last one', async ({ page }) => {
  const owner = await newFirm(page.request)
  await enterAs(page, owner, password, '/console/users?page=3')
  await expect(page.getByRole('row', { name: /Mia Many/ })).toBeVisible()
  await expect(page).not.toHaveURL(/page=/)
})

test('who makes a person active after all makes nobody inactive', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, input: object) => as<Data>(page.request, owner, password, query, { input })
  const { createRole } = await ask<{ createRole: { id: string } }>('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', { name: 'Writer' })
  const [email, first] = [`back-${crypto.randomUUID()}@example.com`, 'First-password-1']
  await ask('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', { firstName: 'Ann', lastName: 'Back', email, roleId: createRole.id, password: first })
  await as(page.request, email, first, 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }', { input: { currentPassword: first, newPassword: password } })
  let changes = 0
  page.on('request', (request) => (changes += request.postData()?.includes('mutation UpdateUser') ? 1 : 0))
  await enterAs(page, owner, password, '/console/users')
  await hold(page)
  const row = page.getByRole('row', { name: /Ann Back/ })
  const act = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Ann Back' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await expect(row).toContainText('Active')
  await act('Make inactive')
  await expect(row).toContainText('Inactive')
  await act('Make active')
  await expect(row).toContainText('Active')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.clock.fastForward(10_000)
  expect(changes).toBe(0)
  // Who is inactive can be made active as before.
  await act('Make inactive')
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await act('Make active')
  await expect(row).toContainText('Active')
  await expect.poll(() => changes).toBe(2)
})
