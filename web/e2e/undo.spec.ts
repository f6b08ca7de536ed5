import type { Page } from '@playwright/test'

import { as, asAdmin, newFirm, password } from './api.ts'
import { hold } from './clock.ts'
import { arrived, enter, enterAs, expect, signOut, test } from './people.ts'

async function addContacts(page: Page, email: string, names: string[]) {
  for (const firstName of names) {
    await as(page.request, email, password, 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', { input: { firstName, lastName: 'Fruit' } })
  }
}

async function namesOf(page: Page, email: string) {
  const { contactPage } = await as<{ contactPage: { items: { firstName: string }[] } }>(page.request, email, password, '{ contactPage(input: {}) { items { firstName } } }')
  return contactPage.items.map(({ firstName }) => firstName).sort()
}

// remove deletes a contact by the table.
async function remove(page: Page, name: string) {
  await page.getByRole('checkbox', { name: `Select ${name} Fruit` }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('grid').getByText(name)).toHaveCount(0)
}

test('a deletion can be undone after a search and on another screen', async ({ page }) => {
  const email = await newFirm(page.request)
  await addContacts(page, email, ['Apple', 'Pear'])
  await enterAs(page, email, password, '/console/contacts')
  await hold(page)
  await remove(page, 'Apple')
  await page.getByRole('searchbox').fill('e')
  await expect(page.getByRole('grid').getByText('Pear')).toBeVisible()
  await expect(page.getByRole('grid').getByText('Apple')).toHaveCount(0)
  await page.getByTestId('nav-profile').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(await namesOf(page, email)).toEqual(['Apple', 'Pear'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.clock.fastForward(10_000)
  await page.getByTestId('nav-contacts').click()
  await expect(page.getByRole('grid').getByText('Apple')).toBeVisible()
  expect(await namesOf(page, email)).toEqual(['Apple', 'Pear'])
})

test('what could still be undone is done before its user signs out', async ({ page }) => {
  const email = await newFirm(page.request)
  await addContacts(page, email, ['Apple', 'Pear'])
  await enterAs(page, email, password, '/console/contacts')
  await hold(page)
  await remove(page, 'Apple')
  const asked = page.waitForRequest((request) => Boolean(request.postData()?.includes('mutation DeleteContacts')))
  await signOut(page)
  await expect(page.getByTestId('sign-in-email')).toBeVisible()
  expect(await namesOf(page, email)).toEqual(['Pear'])
  // A server does nothing in another firm that the session is in meanwhile.
  const { ownFirm } = await as<{ ownFirm: { id: string } }>(page.request, email, password, '{ ownFirm { id } }')
  expect((await asked).headers()['x-firm-id']).toBe(ownFirm.id)
})

test('two acts on a thousand contacts each, more than may outlive a page at once, are both done before their user signs out', async ({ page }) => {
  const email = await newFirm(page.request)
  await addContacts(page, email, ['Apple'])
  await page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON()
    if (!query.includes('query ContactIds')) {
      return route.continue()
    }
    const { page: number, pageSize } = variables.input
    const items = Array.from({ length: pageSize }, (_, row) => ({ __typename: 'Contact', id: `0192${String((number - 1) * pageSize + row).padStart(4, '0')}-0000-7000-8000-000000000000` }))
    await route.fulfill({ json: { data: { contactPage: { __typename: 'ContactPage', totalCount: 1000, items } } } })
  })
  await enterAs(page, email, password, '/console/contacts')
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await expect(page.getByRole('region', { name: '1,000 selected' })).toBeVisible()
  await hold(page)
  await page.getByRole('button', { name: 'Add tags' }).click()
  await page.getByRole('combobox', { name: 'Add tags' }).fill('vip')
  await page.keyboard.press('Enter')
  await page.getByTestId('save').click()
  await expect(page.getByText('Tags changed on 1,000 contacts')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('1,000 contacts deleted')).toBeVisible()
  const answers = ['ChangeTagsOfContacts', 'DeleteContacts'].map((name) => page.waitForResponse((answer) => Boolean(answer.request().postData()?.includes(`mutation ${name}`))))
  await signOut(page)
  for (const answer of await Promise.all(answers)) {
    expect(answer.status()).toBe(200)
  }
  await expect(page.getByTestId('sign-in-email')).toBeVisible()
})

test('what could still be undone is done before another tab signs out', async ({ page, context }) => {
  const email = await newFirm(page.request)
  await addContacts(page, email, ['Apple', 'Pear'])
  await enterAs(page, email, password, '/console/contacts')
  const other = await context.newPage()
  await other.goto('/console/profile')
  await arrived(other)
  await hold(page)
  await remove(page, 'Apple')
  // The tab that signs out waits for the server.
  let pass = () => {}
  const passed = new Promise<void>((resolve) => (pass = resolve))
  await page.route('**/graphql', async (route) => {
    await (route.request().postData()?.includes('mutation DeleteContacts') ? passed : undefined)
    await route.continue()
  })
  const asked = page.waitForRequest((request) => Boolean(request.postData()?.includes('mutation DeleteContacts')))
  const signedOut = signOut(other)
  await asked
  pass()
  await signedOut
  await expect(page.getByTestId('sign-in-email')).toBeVisible()
  expect(await namesOf(page, email)).toEqual(['Pear'])
})

test('what could still be undone on a visit is done there when another tab switches the firm', async ({ page, context, request }) => {
  const email = await newFirm(request)
  await addContacts(page, email, ['Apple', 'Pear'])
  const { ownFirm } = await as<{ ownFirm: { id: string } }>(request, email, password, '{ ownFirm { id } }')
  const { me } = await asAdmin<{ me: { user: { id: string } } }>(request, '{ me { user { id } } }')
  const { createPolicyRule } = await asAdmin<{ createPolicyRule: { id: string } }>(
    request, 'mutation ($line: String!) { createPolicyRule(input: { line: $line, note: "A test" }) { id } }', { line: `p, user:${me.user.id}, ${ownFirm.id}, Contact, *, allow` },
  )
  try {
    await enter(page, 'admin', `/console/admin/firms?search=${encodeURIComponent(email)}`)
    await page.getByRole('button', { name: `Actions for Firm of ${email}` }).click()
    await page.getByRole('menuitem', { name: 'Visit' }).click()
    await expect(page.getByTestId('visit')).toContainText(email)
    await page.getByTestId('nav-contacts').click()
    await hold(page)
    await remove(page, 'Apple')
    const other = await context.newPage()
    await other.goto('/console/profile')
    await other.evaluate(() => new BroadcastChannel('firmhub-session').postMessage('firm'))
    await expect(page.getByTestId('visit')).toHaveCount(0)
    await expect.poll(() => namesOf(page, email)).toEqual(['Pear'])
  } finally {
    await asAdmin(request, 'mutation ($id: ID!) { deletePolicyRule(id: $id) }', { id: createPolicyRule.id })
  }
})

test('changes of tags before and after the screen was left are both done', async ({ page }) => {
  const email = await newFirm(page.request)
  await addContacts(page, email, ['Apple', 'Pear'])
  await enterAs(page, email, password, '/console/contacts')
  const tag = async (name: string) => {
    await page.getByRole('checkbox', { name: `Select ${name} Fruit` }).check()
    await page.getByRole('button', { name: 'Add tags' }).click()
    await page.getByRole('combobox', { name: 'Add tags' }).fill('ripe')
    await page.keyboard.press('Enter')
    await page.getByTestId('save').click()
  }
  await hold(page)
  await tag('Apple')
  await page.getByTestId('nav-profile').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await page.getByTestId('nav-contacts').click()
  await tag('Pear')
  await expect(page.getByRole('grid').getByText('ripe')).toHaveCount(2)
  await signOut(page)
  await expect(page.getByTestId('sign-in-email')).toBeVisible()
  const { contactPage } = await as<{ contactPage: { items: { tags: string[] }[] } }>(page.request, email, password, '{ contactPage(input: {}) { items { tags } } }')
  expect(contactPage.items.map(({ tags }) => tags)).toEqual([['ripe'], ['ripe']])
})

test('the keys undo the last act, unless somebody types', async ({ page }) => {
  const email = await newFirm(page.request)
  await addContacts(page, email, ['Apple', 'Pear', 'Plum'])
  await enterAs(page, email, password, '/console/contacts')
  await hold(page)
  await remove(page, 'Apple')
  await remove(page, 'Pear')
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(2)
  await page.getByRole('grid').focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('grid').getByText('Pear')).toBeVisible()
  await expect(page.getByRole('grid').getByText('Apple')).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('grid').getByText('Apple')).toBeVisible()
  await page.clock.fastForward(10_000)
  expect(await namesOf(page, email)).toEqual(['Apple', 'Pear', 'Plum'])
})

test('the time to undo stands still at the toast, which covers no menu and no button', async ({ page }) => {
  const email = await newFirm(page.request)
  await as(page.request, email, password, 'mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', { input: { name: 'Interns' } })
  const names = async () => (await as<{ roles: { name: string }[] }>(page.request, email, password, '{ roles { name } }')).roles.map(({ name }) => name)
  await enterAs(page, email, password, '/console/roles')
  await hold(page)
  await page.getByRole('button', { name: 'Actions for Interns' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Interns' })
  await toast.hover()
  await page.clock.fastForward(60_000)
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.mouse.move(700, 300)
  await page.clock.fastForward(60_000)
  expect(await names()).toContain('Interns')

  const covered = async (button: ReturnType<typeof page.getByRole>) => {
    const [over, under] = [await toast.boundingBox(), await button.boundingBox()]
    return over !== null && under !== null && under.x < over.x + over.width && over.x < under.x + under.width && under.y < over.y + over.height && over.y < under.y + under.height
  }
  await page.setViewportSize({ width: 390, height: 400 })
  await page.getByTestId('new-role').click()
  const save = page.getByTestId('save')
  await save.scrollIntoViewIfNeeded()
  await save.evaluate((element) => element.closest('.mantine-Drawer-content')?.scrollTo(0, 10_000))
  await expect(toast).toBeVisible()
  await expect.poll(() => covered(save)).toBe(false)
  await page.keyboard.press('Escape')
  const last = page.getByRole('row').last()
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(() => covered(last)).toBe(false)

  // It ends once nobody is there.
  await page.getByRole('heading', { level: 1 }).click()
  await page.clock.fastForward(10_000)
  await expect(toast).toBeHidden()
  await expect.poll(names).not.toContain('Interns')
})

test('a fault stays until somebody closes it', async ({ page }) => {
  const email = await newFirm(page.request)
  await addContacts(page, email, ['Apple'])
  await enterAs(page, email, password, '/console/contacts')
  await hold(page)
  await page.route('**/api/V1/Contact/export?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Export' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'does not answer' })
  await expect(toast).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toBeHidden()
})

test('what is deleted again on its page can be undone once', async ({ page }) => {
  const email = await newFirm(page.request)
  const ask = <Data>(query: string, input?: object) => as<Data>(page.request, email, password, query, input && { input })
  const { createChannel } = await ask<{ createChannel: { id: string } }>('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', { name: 'Trial', kind: 'Sandbox' })
  await enterAs(page, email, password, '/console/channels')
  await page.getByRole('link', { name: 'Trial' }).click()
  await hold(page)
  const remove = page.getByRole('main').getByRole('button', { name: 'Delete' })
  await remove.click()
  await expect(page).toHaveURL(/\/console\/channels$/)
  await page.goBack()
  await remove.click()
  await expect(page).toHaveURL(/\/console\/channels$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Trial' })).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('link', { name: 'Trial' })).toBeVisible()
  expect(await ask('{ channels { id } }')).toEqual({ channels: [{ id: createChannel.id }] })
})

test('the name of what is being deleted can be given to something else at once', async ({ page }) => {
  const email = await newFirm(page.request)
  for (const tag of ['vip', 'gold']) {
    await as(page.request, email, password, 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', { input: { firstName: tag, lastName: 'Fruit', tags: [tag] } })
  }
  await enterAs(page, email, password, '/console/contacts?open=tags')
  const panel = page.getByRole('dialog', { name: 'Tags' })
  const act = async (tag: string, item: string) => {
    await panel.getByRole('button', { name: `Actions for ${tag}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await hold(page)
  await act('vip', 'Delete')
  await act('gold', 'Rename')
  await panel.getByRole('textbox', { name: /gold/ }).fill('vip')
  await panel.getByTestId('save-tag').click()
  await expect(panel.getByRole('link', { name: 'vip' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  const { contactPage } = await as<{ contactPage: { items: { firstName: string; tags: string[] }[] } }>(page.request, email, password, '{ contactPage(input: { sortBy: "firstName" }) { items { firstName tags } } }')
  expect(contactPage.items).toEqual([{ firstName: 'gold', tags: ['vip'] }, { firstName: 'vip', tags: [] }])
})
