import { asAdmin, newFirm } from './api.ts'
import { hold } from './clock.ts'
import { enter, expect, expectAccessible, test } from './people.ts'

test('a super-admin creates a firm, edits it, and deactivates it with undo', async ({ page }) => {
  const name = `Padaria ${Date.now()}`
  await enter(page, 'admin', '/console/admin/firms')
  await page.getByTestId('new-firm').click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('weitblick reisen')
  await panel.getByLabel('First name').fill('Rui')
  await panel.getByLabel('Last name').fill('Costa')
  const email = panel.getByRole('textbox', { name: 'E-mail address' })
  await email.fill('no address')
  await page.getByTestId('save').click()
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.fill(`rui.${Date.now()}@example.com`)
  await page.getByTestId('save').click()
  await expect(panel.getByRole('alert')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByTestId('save').click()
  await expect(page.getByTestId('hand-over')).toContainText('Password')
  await panel.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('searchbox', { name: 'Search firms' }).fill(name)
  const actions = page.getByRole('button', { name: `Actions for ${name}` })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await panel.getByLabel('Low balance').fill('12.5')
  await page.getByTestId('save').click()
  await expect(panel).toBeHidden()
  await hold(page)
  await actions.click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('Inactive')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).not.toContainText('Inactive')
  await expectAccessible(page)
})

test('a visit shows what the rules grant, in this tab alone, until it ends', async ({ page, context, request }) => {
  type Answer = { me: { user: { id: string } }; firmPage: { items: { id: string }[] } }
  const { me, firmPage } = await asAdmin<Answer>(request, '{ me { user { id } } firmPage(input: {filter: {searchTerm: "Weitblick"}}) { items { id } } }')
  const line = `p, user:${me.user.id}, ${firmPage.items[0]?.id}, Users, View, allow`
  const { createPolicyRule } = await asAdmin<{ createPolicyRule: { id: string } }>(
    request, 'mutation($line: String!) { createPolicyRule(input: {line: $line, note: "A test"}) { id } }', { line },
  )
  try {
    await enter(page, 'admin', '/console/admin/firms')
    const other = await context.newPage()
    await page.getByRole('button', { name: 'Actions for Weitblick Reisen' }).click()
    await page.getByRole('menuitem', { name: 'Visit' }).click()
    await expect(page.getByTestId('visit')).toContainText('Weitblick Reisen')
    await expect(page).toHaveURL(/\/console\/users$/)
    await expect(page.getByRole('row', { name: /Annika Vogel/ })).toBeVisible()
    await expect(page.getByTestId('new-user')).toHaveCount(0)
    await expect(page.getByTestId('nav-admin-firms')).toHaveCount(0)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/eyJ/)
    await expectAccessible(page)
    await other.goto('/console/users')
    await expect(other.getByTestId('firm-switcher')).toContainText('firmhub')
    await expect(other.getByText('Annika Vogel')).toHaveCount(0)
    await page.getByRole('button', { name: 'End the visit' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Firms' })).toBeVisible()
    await expect(page.getByTestId('visit')).toHaveCount(0)
  } finally {
    await asAdmin(request, 'mutation($id: ID!) { deletePolicyRule(id: $id) }', { id: createPolicyRule.id })
  }
})

test('who activates a firm after all deactivates nothing, not even once that is on its way', async ({ page, request }) => {
  const name = `Firm of ${await newFirm(request)}`
  const stored = async () => {
    const { firmPage } = await asAdmin<{ firmPage: { items: { isActive: boolean }[] } }>(request, 'query ($term: String) { firmPage(input: { filter: { searchTerm: $term } }) { items { isActive } } }', { term: name })
    return firmPage.items.map(({ isActive }) => isActive)
  }
  await enter(page, 'admin', `/console/admin/firms?search=${encodeURIComponent(name)}`)
  await hold(page)
  const changes: boolean[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON()
    if (query.includes('mutation UpdateFirm')) {
      changes.push(variables.input.isActive)
      await (variables.input.isActive ? undefined : released)
    }
    await route.continue()
  })
  const row = page.getByRole('row', { name: new RegExp(name) })
  const act = async (item: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await act('Deactivate')
  await expect(row).toContainText('Inactive')
  await act('Activate')
  await expect(row).not.toContainText('Inactive')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.clock.fastForward(10_000)
  expect(changes).toEqual([])

  await act('Deactivate')
  await page.clock.fastForward(10_000)
  await expect.poll(() => changes).toEqual([false])
  await act('Activate')
  release()
  await expect(row).not.toContainText('Inactive')
  expect(changes).toEqual([false, true])
  expect(await stored()).toEqual([true])
})
