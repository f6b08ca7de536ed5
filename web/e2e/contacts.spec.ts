import type { Locator, Page } from '@playwright/test'

import { as, newFirm, password } from './api.ts'
import { hold } from './clock.ts'
import { enter, enterAs, expect, expectAccessible, test } from './people.ts'

const unique = () => `E${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`

// addTag adds a tag to the selected contacts.
async function addTag(page: Page, tag: string) {
  await page.getByRole('button', { name: 'Add tags' }).click()
  await page.getByRole('combobox', { name: 'Add tags' }).fill(tag)
  await page.keyboard.press('Enter')
  await page.getByTestId('save').click()
}

// expectSaved waits until a contact is saved: the button is disabled before that, too, while it is being saved.
async function expectSaved(drawer: Locator) {
  await expect(drawer.getByText('Not saved yet')).toBeHidden()
  await expect(drawer.getByTestId('save')).toBeDisabled()
}

// stored waits until the server has changed tags, which it does once that can't be undone any more.
const stored = (page: Page) => page.waitForResponse((answer) => answer.request().postData()?.includes('ChangeTagsOfContacts') ?? false)

// enterOwn enters a firm of its own with some contacts, so that nobody else changes which one comes first.
async function enterOwn(page: Page, address: string) {
  const owner = await newFirm(page.request)
  for (const lastName of ['Ash', 'Beech', 'Cedar', 'Dogwood']) {
    await as(page.request, owner, password, 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', { input: { firstName: 'Tree', lastName } })
  }
  await enterAs(page, owner, password, address)
}

test('a contact is created, found, opened by the keyboard, changed and deleted, with undo', async ({ page }) => {
  const name = unique()
  await enter(page, 'owner', '/console/contacts')
  await page.getByTestId('new-contact').click()
  await expect(page).toHaveURL(/\/console\/contacts\/new$/)
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('First name').fill(name)
  await drawer.getByLabel('Last name').fill('Lovelace')
  await drawer.getByLabel('Number').fill('+44 123')
  await drawer.getByTestId('save').click()
  await expect(drawer.getByLabel('Number')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await drawer.getByLabel('Country code').fill('+44')
  await drawer.getByLabel('Number').fill('20 7946 0958')
  await drawer.getByTestId('save').click()
  await expect(drawer).toBeHidden()
  await page.getByRole('searchbox').fill(name)
  const grid = page.getByRole('grid', { name: 'Contacts' })
  await expect(page).toHaveURL(new RegExp(`search=${name}`))
  await expect(grid.getByRole('row')).toHaveCount(2)
  await grid.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/console\/contacts\/[0-9a-f-]{36}\?search=/)
  await drawer.getByRole('combobox', { name: 'Tags' }).fill(`${name}-tag`)
  await page.keyboard.press('Enter')
  await drawer.getByTestId('save').click()
  await expectSaved(drawer)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(grid.getByText(`${name}-tag`)).toBeVisible()
  await hold(page)
  await grid.focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No contact matches')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(grid.getByRole('row')).toHaveCount(2)
  await grid.getByRole('checkbox', { name: `Select ${name}` }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No contact matches')).toBeVisible()
  await page.reload()
  await expect(page.getByText('No contact matches')).toBeVisible()
})

test('somebody else changed a contact meanwhile', async ({ page, context }) => {
  const name = unique()
  await enter(page, 'owner', '/console/contacts/new')
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('First name').fill(name)
  await drawer.getByLabel('Last name').fill('Hopper')
  await drawer.getByTestId('save').click()
  await expect(drawer).toBeHidden()
  await page.getByRole('searchbox').fill(name)
  await page.getByText(name).click()
  await expect(drawer.getByLabel('Last name')).toHaveValue('Hopper')
  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('dialog').getByLabel('Last name').fill('Byron')
  await other.getByRole('dialog').getByTestId('save').click()
  await expectSaved(other.getByRole('dialog'))
  // What nobody else has changed is saved beside it.
  await drawer.getByLabel('First name').fill(`${name} Ada`)
  await drawer.getByTestId('save').click()
  await expectSaved(drawer)
  await expect(drawer.getByLabel('First name')).toHaveValue(`${name} Ada`)
  await expect(drawer.getByLabel('Last name')).toHaveValue('Byron')
  // The other tab has read neither.
  const theirs = other.getByRole('dialog')
  await theirs.getByLabel('First name').fill(`${name} Augusta`)
  await theirs.getByLabel('Last name').fill('King')
  await theirs.getByTestId('save').click()
  const alert = theirs.getByRole('alert').filter({ hasText: 'Somebody else saved this' })
  await expect(alert.getByRole('row', { name: /^First name/ })).toContainText(`${name} Ada`)
  await expect(alert.getByRole('row')).toHaveCount(2)
  await expectAccessible(other)
  await alert.getByTestId('save-mine').click()
  await expectSaved(theirs)
  await expect(theirs.getByLabel('First name')).toHaveValue(`${name} Augusta`)
  await expect(theirs.getByLabel('Last name')).toHaveValue('King')
  await drawer.getByLabel('Last name').fill('Babbage')
  await drawer.getByTestId('save').click()
  await drawer.getByTestId('take-theirs').click()
  await expect(drawer.getByLabel('First name')).toHaveValue(`${name} Augusta`)
  await expect(drawer.getByLabel('Last name')).toHaveValue('King')
  await expectSaved(drawer)
})

test('a change of tags that waits while a contact is open does not refuse what was typed there', async ({ page }) => {
  await enterOwn(page, '/console/contacts?sort=lastName')
  const grid = page.getByRole('grid', { name: 'Contacts' })
  const drawer = page.getByRole('dialog')
  await hold(page)
  await grid.getByRole('checkbox').nth(1).click()
  await addTag(page, 'vip')
  await grid.getByText('Ash').click()
  await drawer.getByLabel('Last name').fill('Alder')
  const done = stored(page)
  await page.clock.fastForward(10_000)
  await done
  await drawer.getByTestId('save').click()
  await expectSaved(drawer)
  await expect(drawer.getByLabel('Last name')).toHaveValue('Alder')
  await expect(drawer.getByText('vip')).toBeVisible()
})

test('tags are changed on several contacts, and filter the list', async ({ page }) => {
  const tag = unique().toLowerCase()
  await enterOwn(page, '/console/contacts?sort=lastName')
  const grid = page.getByRole('grid', { name: 'Contacts' })
  await grid.getByRole('checkbox').nth(1).click()
  await grid.getByRole('checkbox').nth(3).click({ modifiers: ['Shift'] })
  await expect(page.getByRole('region', { name: '3 selected' })).toBeVisible()
  const done = stored(page)
  await addTag(page, tag)
  await expect(page.getByText('Tags changed on 3 contacts')).toBeVisible()
  await done
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  await page.getByRole('combobox', { name: 'Filter by tags' }).fill(tag)
  await page.getByRole('option', { name: tag }).click()
  await expect(grid.getByRole('row')).toHaveCount(4)
  await expect(page).toHaveURL(new RegExp(`tag=${tag}`))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.csv$/)
})

test('who undoes a change of tags takes no tag from contacts that had it before', async ({ page }) => {
  const [name, tag] = [unique(), unique().toLowerCase()]
  let changes = 0
  page.on('request', (request) => (changes += request.postData()?.includes('ChangeTagsOfContacts') ? 1 : 0))
  const drawer = page.getByRole('dialog')
  await enter(page, 'owner', '/console/contacts/new')
  for (const lastName of ['First', 'Second']) {
    await drawer.getByLabel('First name').fill(name)
    await drawer.getByLabel('Last name').fill(lastName)
    await drawer.getByTestId('save').click()
    await expect(drawer).toBeHidden()
    await page.getByTestId('new-contact').click()
  }
  await page.goto(`/console/contacts?search=${name}&sort=lastName`)
  const grid = page.getByRole('grid', { name: 'Contacts' })
  const shown = grid.getByText(tag)
  await grid.getByRole('checkbox', { name: `Select ${name} First` }).click()
  const done = stored(page)
  await addTag(page, tag)
  await expect(shown).toHaveCount(1)
  await done
  expect(changes).toBe(1)
  await hold(page)
  await grid.getByRole('checkbox', { name: `Select ${name} Second` }).click()
  await addTag(page, tag)
  await expect(page.getByText('Tags changed on 2 contacts')).toBeVisible()
  await expect(shown).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Tags changed on 2 contacts')).toBeHidden()
  await expect(shown).toHaveCount(1)
  // What is not done yet would be done when the page is left.
  await page.goto('/console/profile')
  await page.goto(`/console/contacts?tag=${tag}`)
  await expect(grid.getByRole('row')).toHaveCount(2)
  await expect(grid.getByText('First', { exact: true })).toBeVisible()
  expect(changes).toBe(1)
})

test('tags are counted, renamed, merged and deleted, with undo', async ({ page }) => {
  const [one, two] = [`${unique()}one`.toLowerCase(), `${unique()}two`.toLowerCase()]
  await enterOwn(page, '/console/contacts?sort=lastName')
  const grid = page.getByRole('grid', { name: 'Contacts' })
  for (const [tag, row] of [[one, 1], [two, 2]] as const) {
    await grid.getByRole('checkbox').nth(row).click()
    const done = stored(page)
    await addTag(page, tag)
    await done
    await page.getByRole('button', { name: 'Clear the selection' }).click()
  }
  await page.goto(`/console/contacts?tag=${one}`)
  await expect(grid.getByRole('row')).toHaveCount(2)

  await page.getByRole('button', { name: 'Manage tags' }).click()
  const drawer = page.getByRole('dialog', { name: 'Tags' })
  const row = (tag: string) => drawer.getByRole('row').filter({ hasText: tag })
  const act = async (tag: string, item: string) => {
    await drawer.getByRole('searchbox').fill(tag)
    await drawer.getByRole('button', { name: `Actions for ${tag}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await drawer.getByRole('searchbox').fill(one)
  await expect(row(one)).toContainText('1')
  await expectAccessible(page)

  // The name of another tag is refused at first.
  await act(one, 'Rename')
  await drawer.getByLabel(`New name of ${one}`).fill(two)
  await drawer.getByTestId('save-tag').click()
  await expect(drawer.getByRole('alert')).toContainText('There is a tag of this name already')
  await expectAccessible(page)
  await drawer.getByLabel(`New name of ${one}`).fill(`${one}-new`)
  await drawer.getByTestId('save-tag').click()
  await expect(row(`${one}-new`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`tag=${one}-new`))
  await expect(page.getByText(`${one}-new`).first()).toBeVisible()

  await hold(page)
  await act(`${one}-new`, 'Merge into')
  await drawer.getByLabel(`Merge ${one}-new into`).fill(two)
  await page.getByRole('option', { name: two }).click()
  await drawer.getByTestId('merge-tag').click()
  await expect(row(`${one}-new`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(`${one}-new`)).toContainText('1')
  await act(`${one}-new`, 'Merge into')
  await drawer.getByLabel(`Merge ${one}-new into`).fill(two)
  await page.getByRole('option', { name: two }).click()
  await drawer.getByTestId('merge-tag').click()
  await page.clock.fastForward(10_000)
  await expect(page).toHaveURL(new RegExp(`tag=${two}`))
  await drawer.getByRole('searchbox').fill(two)
  await expect(row(two)).toContainText('2')

  await act(two, 'Delete')
  await expect(row(two)).toHaveCount(0)
  await page.goto('/console/profile')
  await page.goto(`/console/contacts?open=tags`)
  await drawer.getByRole('searchbox').fill(two)
  await expect(drawer.getByText('No tag begins with this')).toBeVisible()
})

test('who leaves a contact that is not saved is asked first', async ({ page }) => {
  await enter(page, 'owner', '/console/contacts/new')
  const drawer = page.getByRole('dialog', { name: 'New contact' })
  await drawer.getByLabel('First name').fill('Unsaved')
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByTestId('stay').click()
  await expect(drawer.getByLabel('First name')).toHaveValue('Unsaved')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByTestId('leave').click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/console\/contacts$/)
})

test('who may only view contacts is offered to change nothing, and nobody changes one that is being saved', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, input?: object) => as<Data>(page.request, owner, password, query, input && { input })
  const { createContact } = await ask<{ createContact: { id: string } }>('mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', {
    firstName: 'Ada', lastName: 'Reader', tags: ['vip'], phones: [{ phone: '+12025550143', isPrimary: true }, { phone: '+12025550144' }], emails: [{ email: 'ada@example.com', isPrimary: true }],
    addresses: [{ type: 1, line1: 'Main Street 1' }],
  })
  const { createRole } = await ask<{ createRole: { id: string } }>('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', { name: 'Reader' })
  const { roleProperties } = await ask<{ roleProperties: { id: string; moduleName: string; propertyName: string }[] }>('{ roleProperties { id moduleName propertyName } }')
  const view = roleProperties.find(({ moduleName, propertyName }) => moduleName === 'Contact' && propertyName === 'View')
  await ask('mutation ($input: SetRolePermissionsInput!) { setRolePermissions(input: $input) { id } }', { roleId: createRole.id, propertyIds: [view?.id] })
  const [email, first] = [`reader-${crypto.randomUUID()}@example.com`, 'First-password-1']
  await ask('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', { firstName: 'Rea', lastName: 'Reader', email, roleId: createRole.id, password: first })
  await as(page.request, email, first, 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }', { input: { currentPassword: first, newPassword: password } })
  const address = `/console/contacts/${createContact.id}`
  const drawer = page.getByRole('dialog')
  await enterAs(page, owner, password, address)
  // Of these each changes what is not typed.
  const lines = drawer.getByRole('group', { name: /^(Phones|E-mail addresses|Addresses)/ })
  const buttons = lines.getByRole('button')
  await expect(drawer.getByLabel('First name')).toHaveValue('Ada')
  await expect(buttons).not.toHaveCount(0)
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/graphql', async (route) => {
    await (route.request().postData()?.includes('mutation UpdateContact') ? released : undefined)
    await route.continue()
  })
  await drawer.getByRole('button', { name: 'Remove: Phones 2' }).click()
  await drawer.getByTestId('save').click()
  for (const button of await buttons.all()) {
    await expect(button).toBeDisabled()
  }
  await expect(drawer.getByRole('switch')).toBeDisabled()
  release()
  await expectSaved(drawer)
  await expect(drawer.getByRole('button', { name: 'Remove: Phones 1' })).toBeEnabled()

  await page.context().clearCookies()
  await enterAs(page, email, password, address)
  await expect(drawer.getByLabel('First name')).toHaveValue('Ada')
  await expect(drawer.getByRole('group', { name: 'Phones 1' }).getByLabel('Number')).toHaveValue(/2025550143/)
  await expect(buttons).toHaveCount(0)
  await expect(drawer.getByRole('switch')).toBeDisabled()
  for (const name of ['Type', 'Gender']) {
    for (const field of await drawer.getByRole('combobox', { name }).all()) {
      await expect(field).not.toBeEditable()
      await field.click()
      await expect(field).toHaveAttribute('aria-expanded', 'false')
    }
  }
  await drawer.getByLabel('First name').selectText()
  await page.keyboard.press('ControlOrMeta+c')
  await drawer.getByRole('combobox', { name: 'Tags' }).focus()
  for (const key of ['Backspace', 'ArrowDown', 'Enter', 'ControlOrMeta+v']) {
    await page.keyboard.press(key)
  }
  await expect(drawer.getByText('vip')).toBeVisible()
  await expect(drawer.getByText('Not saved yet')).toHaveCount(0)
  await expectAccessible(page)
  // A list that nobody sees would take the key.
  await drawer.getByRole('combobox', { name: 'Gender' }).click()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
})
