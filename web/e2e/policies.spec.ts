import { asAdmin } from './api.ts'
import { hold } from './clock.ts'
import { enter, expect, expectAccessible, people, test } from './people.ts'

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

  await hold(page)
  for (const kind of ['p', 'g']) {
    await page.getByRole('button', { name: new RegExp(`^Delete ${kind}, .*${role}`) }).click()
    await page.getByTestId('delete-rule').click()
  }
  await expect(page.getByText(role)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(page.getByRole('row', { name: new RegExp(role) })).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^Delete .*${role}`) }).click()
  await page.getByTestId('delete-rule').click()
  // Who leaves the page does not take it back.
  await page.goto('/console/profile')
  await page.goto('/console/admin/policies')
  await expect(page.getByRole('heading', { level: 1, name: 'Policies' })).toBeVisible()
  await expect(page.getByText(role)).toHaveCount(0)
})

test('the effect of a rule is shown before it is saved, and before it is deleted', async ({ page, request }) => {
  const signedIn = await request.post('/api/v1/auth/login', { data: { email: people.marketing, password: 'Try-firmhub-1' } })
  const { token } = (await signedIn.json()).data
  const headers = { Authorization: `Bearer ${token}` }
  const answer = await request.post('/graphql', { headers, data: { query: '{ me { user { id } } contacts(first: 1) { totalCount } page: contactPage { items { id } } }' } })
  const { id } = (await answer.json()).data.me.user
  await enter(page, 'admin', '/console/admin/policies')
  await page.getByTestId('new-rule').click()
  const panel = page.getByRole('dialog')
  const editor = panel.getByRole('textbox', { name: 'Lines, as in policy.csv' })
  const effect = page.getByTestId('effect')
  await editor.fill(`p, user:${id}, *, Contact, View, deny`)
  await expect(effect.getByText(/^Would have refused \d+ calls of 1 person in the last 30 days\.$/)).toBeVisible()
  await expect(effect.getByText('Permissions that change:')).toBeVisible()
  await expect(effect.getByText('loses Contact:View').first()).toBeVisible()
  await expect(effect.getByRole('table').getByText(/^\d+ would be refused$/).first()).toBeVisible()
  await expectAccessible(page)

  const grant = `p, user:${id}, *, Contact, View, allow`
  await editor.fill(grant)
  await expect(effect.getByRole('alert')).toContainText('Without effectNobody’s permissions change.')
  await editor.fill(`${grant}\np, user:${id}, *, *, View, deny`)
  await expect(effect.getByRole('alert')).toContainText('it takes away all that the rule', { ignoreCase: true })
  await editor.fill(`p, user:${id.replace(/.{12}$/, '000000000000')}, *, Contact, View, deny`)
  await expect(effect.getByRole('alert')).toContainText('The server would refuse this line')

  // A rule of this test alone, which changes nothing that the others look at.
  await editor.fill(`p, user:${id}, *, MarketplaceWorkflow, Import, allow`)
  await expect(effect.getByText('gains MarketplaceWorkflow:Import').first()).toBeVisible()
  await page.getByTestId('save').click()
  const row = page.getByRole('row', { name: new RegExp(`p, user:${id}, .*MarketplaceWorkflow, Import, allow`) })
  await row.getByRole('button', { name: /^Delete/ }).click()
  await expect(effect.getByText('loses MarketplaceWorkflow:Import').first()).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.getByTestId('delete-rule').click()
  await expect(row).toHaveCount(0)
  await page.goto('/console/profile') // which deletes it at once
})

test('of two admins who edit a rule, the second is shown what the first saved', async ({ page, request }) => {
  const role = `role:shared-${Date.now()}`
  const line = (action: string) => `p, ${role}, *, Contact, ${action}, deny`
  const { createPolicyRule } = await asAdmin<{ createPolicyRule: { id: string } }>(request, 'mutation ($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { id } }', { input: { line: line('View') } })
  const { id } = createPolicyRule
  await enter(page, 'admin', `/console/admin/policies?open=${id}`)
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Why' }).fill('Mine')
  await asAdmin(request, 'mutation ($input: UpdatePolicyRuleInput!) { updatePolicyRule(input: $input) { id } }', { input: { id, line: line('Edit') } })
  await page.getByTestId('save').click()
  const conflict = panel.getByRole('alert').filter({ hasText: 'Somebody else saved this' })
  await expect(conflict.getByRole('row', { name: `Rule ${line('Edit')} ${line('View')}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByTestId('take-theirs').click()
  await expect(conflict).toBeHidden()
  await panel.getByRole('textbox', { name: 'Why' }).fill('Mine')
  await page.getByTestId('save').click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(`${role}, \\*, Contact, Edit, deny Mine`) })).toBeVisible()
  await asAdmin(request, 'mutation ($id: ID!) { deletePolicyRule(id: $id) }', { id })
})

test('who leaves a rule that is not saved is asked first', async ({ page }) => {
  await enter(page, 'admin', '/console/admin/jobs')
  await page.getByTestId('nav-admin-policies').click()
  await page.getByTestId('new-rule').click()
  const editor = page.getByRole('textbox', { name: 'Lines, as in policy.csv' })
  await editor.fill('p, role:late')
  await page.keyboard.press('Escape')
  await expect(editor).toHaveValue('p, role:late')
  await page.evaluate(() => history.back())
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await page.getByTestId('stay').click()
  await expect(question).toBeHidden()
  await expect(editor).toHaveValue('p, role:late')
  await page.evaluate(() => history.back())
  await page.getByTestId('leave').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
})

test('people and firms that no list has are found by the server', async ({ page }) => {
  // The lists hold 100, and a server can have more.
  await page.route('**/graphql', async (route) => {
    const { query } = route.request().postDataJSON()
    const empty = query.includes('query OwnPeople') ? { userPage: { __typename: 'UserPage', items: [] } } : query.includes('query FirmNames') ? { firmPage: { __typename: 'FirmPage', items: [] } } : undefined
    await (empty ? route.fulfill({ json: { data: empty } }) : route.continue())
  })
  await enter(page, 'admin', '/console/admin/policies?open=new')
  const editor = page.getByRole('textbox', { name: 'Lines, as in policy.csv' })
  const suggestions = page.getByRole('group', { name: 'Suggestions' })
  await editor.pressSequentially('p, admin')
  await suggestions.getByRole('button', { name: /admin@firmhub.local/ }).click()
  await expect(editor).toHaveValue(/^p, user:[\w-]+, $/)
  await editor.pressSequentially('Bela')
  await suggestions.getByRole('button', { name: /Bela Vista/ }).click()
  await expect(editor).toHaveValue(/^p, user:[\w-]+, [\w-]+, $/)
})
