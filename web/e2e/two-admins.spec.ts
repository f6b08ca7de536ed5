import type { Route } from '@playwright/test'

import { as, asAdmin, newFirm, password } from './api.ts'
import { enter, enterAs, expect, expectAccessible, test } from './people.ts'

test('two admins who change other settings of a channel lose nothing, and the second is shown what both changed', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, variables = {}) => as<Data>(page.request, owner, password, query, variables)
  const settings = { host: 'mail.example.com', port: 587, security: 'StartTls', from: 'shop@example.com' }
  const { createChannel: { id } } = await ask<{ createChannel: { id: string } }>('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', { input: { name: 'Shop', kind: 'Email', settings } })
  const theirs = (input: object) => ask('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { id } }', { input: { id, ...input } })
  const stored = () => ask(`{ channel(id: "${id}") { name settings { host replyTo fromName } } }`)
  await enterAs(page, owner, password, `/console/channels/${id}`)
  const panel = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Edit' }).click()
  await panel.getByLabel('Address for answers').fill('mine@example.com')
  await theirs({ name: 'Market', settings: { ...settings, fromName: 'Theirs' } })
  await panel.getByTestId('save').click()
  await expect(panel).toBeHidden()
  expect(await stored()).toEqual({ channel: { name: 'Market', settings: { host: 'mail.example.com', replyTo: 'mine@example.com', fromName: 'Theirs' } } })

  await page.getByRole('button', { name: 'Edit' }).click()
  await panel.getByLabel('Address for answers').fill('mine.too@example.com')
  await theirs({ settings: { ...settings, fromName: 'Theirs', replyTo: 'theirs@example.com' } })
  await panel.getByTestId('save').click()
  const conflict = panel.getByRole('alert').filter({ hasText: 'Somebody else saved this' })
  await expect(conflict.getByRole('row', { name: 'Address for answers theirs@example.com mine.too@example.com' })).toBeVisible()
  await expectAccessible(page)
  await page.getByTestId('save-mine').click()
  await expect(panel).toBeHidden()
  expect(await stored()).toEqual({ channel: { name: 'Market', settings: { host: 'mail.example.com', replyTo: 'mine.too@example.com', fromName: 'Theirs' } } })
})

test('two admins who write other parts of a template lose nothing, and the second is shown what both wrote', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, variables = {}) => as<Data>(page.request, owner, password, query, variables)
  const { createTemplate: { id } } = await ask<{ createTemplate: { id: string } }>('mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }', {
    input: { name: 'shared', language: 'en', kind: 'Sandbox', category: 'Utility', body: 'Hello {{firstName}}', parameters: [{ name: 'firstName', example: 'Ada' }] },
  })
  const theirs = (input: object) => ask('mutation ($input: UpdateTemplateInput!) { updateTemplate(input: $input) { id } }', { input: { id, ...input } })
  const stored = () => ask(`{ template(id: "${id}") { body footer category parameters { name example } } }`)
  await enterAs(page, owner, password, `/console/templates/${id}`)
  const [body, footer] = [page.getByRole('textbox', { name: 'Text', exact: true }), page.getByLabel('Footer')]
  await footer.fill('Mine')
  await theirs({ body: 'Order {{order}}', parameters: [{ name: 'order', example: '7' }] })
  await page.getByTestId('save').click()
  await expect(page.getByTestId('save')).toBeDisabled()
  await expect(body).toHaveValue('Order {{order}}')
  expect(await stored()).toEqual({ template: { body: 'Order {{order}}', footer: 'Mine', category: 'Utility', parameters: [{ name: 'order', example: '7' }] } })

  await body.fill('Mine {{code}}')
  await theirs({ body: 'Theirs {{order}}', footer: 'Theirs' })
  await page.getByTestId('save').click()
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else saved this' })
  await expect(conflict.getByRole('row', { name: 'Text Theirs {{order}} Mine {{code}}' })).toBeVisible()
  await expect(conflict.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  // What both wrote is kept in the tab, with what it began with.
  await page.reload()
  await expect(body).toHaveValue('Mine {{code}}')
  await page.getByTestId('save').click()
  await page.getByTestId('save-mine').click()
  await expect(page.getByTestId('save')).toBeDisabled()
  await expect(footer).toHaveValue('Theirs')
  expect(await stored()).toMatchObject({ template: { body: 'Mine {{code}}', footer: 'Theirs', parameters: [{ name: 'code' }] } })
})

test('of two admins who edit a user, neither takes back what the other saved', async ({ page, browser, baseURL }) => {
  const owner = await newFirm(page.request)
  const email = `shared-${crypto.randomUUID()}@example.com`
  const { roleLookup } = await as<{ roleLookup: { id: string }[] }>(page.request, owner, password, '{ roleLookup { id } }')
  await as(page.request, owner, password, 'mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', {
    input: { firstName: 'Ana', lastName: 'Shared', email, roleId: roleLookup[0]?.id, password: 'First-password-1' },
  })
  const other = await browser.newContext({ baseURL })
  const theirs = await other.newPage()
  for (const one of [page, theirs]) {
    await enterAs(one, owner, password, '/console/users')
    await one.getByRole('button', { name: /Actions for Ana Shared/ }).click()
    await one.getByRole('menuitem', { name: 'Edit' }).click()
  }
  await page.getByRole('dialog').getByLabel('Last name').fill('Mine')
  await theirs.getByRole('dialog').getByLabel('First name').fill('Beatriz')
  await theirs.getByTestId('save').click()
  await expect(theirs.getByRole('dialog')).toBeHidden()
  await page.getByTestId('save').click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('row', { name: /Beatriz Mine/ })).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByRole('row', { name: /Beatriz Mine/ })).toBeVisible()
  await other.close()
})

test('a change that can’t be compared with what others saved is not saved, and says so', async ({ page, request }) => {
  const line = `p, role:unread-${Date.now()}, *, Contact, View, deny`
  const { createPolicyRule: { id } } = await asAdmin<{ createPolicyRule: { id: string } }>(request, 'mutation ($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { id } }', { input: { line } })
  await enter(page, 'admin', `/console/admin/policies?open=${id}`)
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Why' }).fill('Mine')
  let changes = 0
  await page.route('**/graphql', async (route) => {
    const text = route.request().postData() ?? ''
    changes += text.includes('mutation UpdatePolicyRule') ? 1 : 0
    await (text.includes('query PolicyRules') ? route.abort() : route.continue())
  })
  await page.getByTestId('save').click()
  await expect(panel.getByRole('alert')).toContainText('The server does not answer. What you typed is kept.')
  await expect(panel.getByRole('textbox', { name: 'Why' })).toHaveValue('Mine')
  expect(changes).toBe(0)
  await page.unroute('**/graphql')
  await page.getByTestId('save').click()
  await expect(panel).toBeHidden()
  await asAdmin(request, 'mutation ($id: ID!) { deletePolicyRule(id: $id) }', { id })
})

test('an API key gets back nothing that another admin has taken from it, and who limits it otherwise is asked', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, variables = {}) => as<Data>(page.request, owner, password, query, variables)
  const { createApiClient: { id } } = await ask<{ createApiClient: { id: string } }>('mutation ($input: CreateApiClientInput!) { createApiClient(input: $input) { id } }', {
    input: { name: 'Till', permissions: ['Contact:Delete', 'Contact:View'] },
  })
  const theirs = (input: object) => ask('mutation ($input: UpdateApiClientInput!) { updateApiClient(input: $input) { id } }', { input: { id, ...input } })
  const stored = () => ask(`{ apiClient(id: "${id}") { permissions allowedIps } }`)
  await enterAs(page, owner, password, `/console/api-clients/${id}`)
  const panel = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Edit' }).click()
  await panel.getByRole('checkbox', { name: 'View chats' }).check()
  await theirs({ permissions: ['Contact:View'] })
  await panel.getByTestId('save').click()
  await expect(panel).toBeHidden()
  expect(await stored()).toEqual({ apiClient: { permissions: ['Contact:View', 'MessagingChat:View'], allowedIps: [] } })

  await page.getByRole('button', { name: 'Edit' }).click()
  await panel.getByLabel('Addresses').fill('192.0.2.7')
  await theirs({ allowedIps: ['192.0.2.8'] })
  await panel.getByTestId('save').click()
  const conflict = panel.getByRole('alert').filter({ hasText: 'Somebody else saved this' })
  await expect(conflict.getByRole('row', { name: 'Addresses 192.0.2.8 192.0.2.7' })).toBeVisible()
  await expectAccessible(page)
  await page.getByTestId('save-mine').click()
  await expect(panel).toBeHidden()
  expect(await stored()).toMatchObject({ apiClient: { allowedIps: ['192.0.2.7'] } })
})

test('a webhook gets the types that two admins have added, and who narrows it otherwise is asked', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, variables = {}) => as<Data>(page.request, owner, password, query, variables)
  const { createWebhook: { id } } = await ask<{ createWebhook: { id: string } }>('mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }', {
    input: { name: 'Shop', url: 'https://shop.example.com/hook', eventTypes: ['contact.created'] },
  })
  const theirs = (input: object) => ask('mutation ($input: UpdateWebhookInput!) { updateWebhook(input: $input) { id } }', { input: { id, ...input } })
  const stored = async () => (await ask<{ webhook: { eventTypes: string[] } }>(`{ webhook(id: "${id}") { eventTypes } }`)).webhook.eventTypes.sort()
  await enterAs(page, owner, password, `/console/webhooks/${id}`)
  const panel = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Edit' }).click()
  await panel.getByRole('checkbox', { name: 'contact.deleted' }).check()
  await theirs({ eventTypes: ['contact.created', 'contact.updated'] })
  await panel.getByTestId('save').click()
  await expect(panel).toBeHidden()
  expect(await stored()).toEqual(['contact.created', 'contact.deleted', 'contact.updated'])

  await page.getByRole('button', { name: 'Edit' }).click()
  await panel.getByRole('checkbox', { name: 'contact.deleted' }).uncheck()
  await theirs({ eventTypes: [] })
  await panel.getByTestId('save').click()
  const conflict = panel.getByRole('alert').filter({ hasText: 'Somebody else saved this' })
  await expect(conflict.getByRole('row', { name: 'Events All contact.created, contact.updated' })).toBeVisible()
  await page.getByTestId('take-theirs').click()
  await expect(panel.getByRole('checkbox', { name: 'All events' })).toBeChecked()
  expect(await stored()).toEqual([])
})

test('words to opt out that another admin has added stay, and who changes the name of the firm otherwise is asked', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, variables = {}) => as<Data>(page.request, owner, password, query, variables)
  const theirs = (input: object) => ask('mutation ($input: UpdateOwnFirmInput) { updateOwnFirm(input: $input) { id } }', { input })
  const stored = () => ask('{ ownFirm { optOutWords name } }')
  await theirs({ name: 'Shop', optOutWords: ['SAIR'] })
  await enterAs(page, owner, password, '/console/settings')
  const [form, words] = [page.getByRole('region', { name: 'Name and messages' }), page.getByRole('combobox', { name: 'Words to opt out' })]
  await words.fill('MINE')
  await words.press('Enter')
  await theirs({ optOutWords: ['SAIR', 'THEIRS'] })
  await form.getByTestId('save').click()
  await expect(form.getByText('THEIRS', { exact: true })).toBeVisible()
  await expect(form.getByTestId('save')).toBeDisabled()
  expect(await stored()).toEqual({ ownFirm: { name: 'Shop', optOutWords: ['SAIR', 'THEIRS', 'MINE'] } })

  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('Mine')
  await theirs({ name: 'Theirs' })
  await form.getByTestId('save').click()
  await expect(form.getByRole('alert').getByRole('row', { name: 'Name Theirs Mine' })).toBeVisible()
  await expectAccessible(page)
  await page.getByTestId('take-theirs').click()
  await expect(name).toHaveValue('Theirs')
  await expect(form.getByTestId('save')).toBeDisabled()
})

test('two people who write one campaign lose nothing, and nobody sends what another has changed unseen', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, variables = {}) => as<Data>(page.request, owner, password, query, variables)
  const make = async (operation: string, input: object) => {
    const type = `${operation[0]?.toUpperCase()}${operation.slice(1)}Input`
    return (await ask<Record<string, { id: string }>>(`mutation ($input: ${type}!) { ${operation}(input: $input) { id } }`, { input }))[operation]?.id ?? ''
  }
  const channelId = await make('createChannel', { name: 'Try', kind: 'Sandbox', settings: {} })
  const templateId = await make('createTemplate', { name: 'news', language: 'en', kind: 'Sandbox', category: 'Utility', body: 'News' })
  await ask('mutation ($input: TemplateIdInput!) { submitTemplate(input: $input) { id } }', { input: { id: templateId } })
  for (const [firstName, phone, tags] of [['Ada', '+15005550006', ['vip']], ['Bo', '+12025550143', []]]) {
    await make('createContact', { firstName, lastName: 'Reader', tags, phones: [{ phone, isPrimary: true }] })
  }
  const id = await make('createCampaign', { name: 'Shared', channelId, templateId, audience: { everyone: true } })
  const theirs = (input: object) => make('updateCampaign', { id, ...input })
  const stored = () => ask(`{ campaign(id: "${id}") { name status messagesPerSecond audience { everyone tagsAll } } }`)
  // Without its requests the page can't learn of a change before something is typed.
  const unseen = async (act: () => Promise<void>) => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => { end = resolve })
    const wait = async (route: Route) => {
      await ended
      await route.continue()
    }
    await page.route('**/graphql', wait)
    await act()
    end() // From then on wait does nothing.
  }
  await enterAs(page, owner, password, `/console/campaigns/${id}`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(page.getByTestId('quoted')).toHaveText('2 people get it')
  await theirs({ audience: { everyone: true, tagsAll: ['vip'] } })
  await name.fill('Mine')
  await expect(page.getByTestId('quoted')).toHaveText('1 person gets it')
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  expect(await stored()).toEqual({ campaign: { name: 'Mine', status: 'Draft', messagesPerSecond: null, audience: { everyone: true, tagsAll: ['vip'] } } })

  await unseen(async () => {
    await theirs({ name: 'Theirs', messagesPerSecond: 7 })
    await name.fill('Mine too')
  })
  const conflict = page.getByRole('alert').filter({ hasText: 'Somebody else saved this' })
  await expect(conflict.getByRole('row', { name: 'Name Theirs Mine too' })).toBeVisible()
  await expect(conflict.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByTestId('save-mine').click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  expect(await stored()).toMatchObject({ campaign: { name: 'Mine too', messagesPerSecond: 7 } })

  await unseen(async () => {
    await theirs({ name: 'Theirs too' })
    await name.fill('Mine again')
  })
  await expect(conflict).toBeVisible()
  await page.getByLabel('Messages a second').fill('5')
  await page.getByTestId('take-theirs').click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await expect(name).toHaveValue('Theirs too')
  expect(await stored()).toMatchObject({ campaign: { name: 'Theirs too', messagesPerSecond: 5 } })

  await theirs({ audience: { everyone: true } })
  await page.getByTestId('execute').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody else has changed this campaign' })).toBeVisible()
  await expect(page.getByTestId('quoted')).toHaveText('2 people get it')
  expect(await stored()).toMatchObject({ campaign: { status: 'Draft' } })
  await page.getByTestId('execute').click()
  await expect(page.getByText('Completed', { exact: true })).toBeVisible({ timeout: 60_000 })
})

test('two people who change other parts of a quick reply lose nothing, and the second is shown what both wrote', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, input?: object) => as<Data>(page.request, owner, password, query, input && { input })
  const save = async (input: object) => (await ask<{ saveQuickReply: { id: string } }>('mutation ($input: QuickReplyInput!) { saveQuickReply(input: $input) { id } }', input)).saveQuickReply.id
  const stored = async () => (await ask<{ quickReplies: object[] }>('{ quickReplies { shortcut body } }')).quickReplies
  const id = await save({ shortcut: 'price', body: 'It costs 5.' })
  await enterAs(page, owner, password, '/console/inbox?open=quick-replies')
  const dialog = page.getByRole('dialog', { name: 'Quick replies' })
  const [shortcut, body] = [dialog.getByLabel('Shortcut'), dialog.getByLabel('Text')]
  await dialog.getByRole('button', { name: 'Edit /price' }).click()
  await shortcut.fill('/cost')
  await save({ id, shortcut: 'price', body: 'It costs 6.' })
  await dialog.getByTestId('save').click()
  await expect(dialog.getByText('/cost')).toBeVisible()
  await expect(dialog.getByText('It costs 6.')).toBeVisible()
  expect(await stored()).toEqual([{ shortcut: 'cost', body: 'It costs 6.' }])

  await dialog.getByRole('button', { name: 'Edit /cost' }).click()
  await body.fill('It costs 7.')
  await save({ id, shortcut: 'fee', body: 'It costs 8.' })
  await dialog.getByTestId('save').click()
  const conflict = dialog.getByRole('alert').filter({ hasText: 'Somebody else saved this' })
  await expect(conflict.getByRole('row', { name: 'Text It costs 8. It costs 7.' })).toBeVisible()
  await expect(conflict.getByRole('row')).toHaveCount(2)
  await expectAccessible(page)
  await dialog.getByTestId('save-mine').click()
  await expect(dialog.getByText('/fee')).toBeVisible()
  expect(await stored()).toEqual([{ shortcut: 'fee', body: 'It costs 7.' }])

  await dialog.getByRole('button', { name: 'Edit /fee' }).click()
  await body.fill('It costs 9.')
  await save({ id, shortcut: 'fee', body: 'It is free.' })
  await dialog.getByTestId('save').click()
  await dialog.getByTestId('take-theirs').click()
  await expect(body).toHaveValue('It is free.')
  await shortcut.fill('free')
  await dialog.getByTestId('save').click()
  await expect(dialog.getByText('/free')).toBeVisible()
  expect(await stored()).toEqual([{ shortcut: 'free', body: 'It is free.' }])
})

test('a role that another admin has just made is offered', async ({ page }) => {
  const owner = await newFirm(page.request)
  await enterAs(page, owner, password, '/console/users')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Role' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await as(page.request, owner, password, 'mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', { input: { name: 'Roaster' } })
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Role' }).click()
  await expect(page.getByRole('option', { name: 'Roaster' })).toBeVisible()
})
