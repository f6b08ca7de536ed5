import type { Page } from '@playwright/test'

import { as } from './api.ts'
import { enter, expect, expectAccessible, people, test } from './people.ts'

const password = 'Try-firmhub-1'
const ask = <Data>(page: Page, query: string, input: object) => as<Data>(page.request, people.owner, password, query, { input })

// change shows the answers of the server with some texts replaced: states that providers alone bring about.
async function change(page: Page, changes: Record<string, string>) {
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch()
    let text = await answer.text()
    Object.entries(changes).forEach(([from, to]) => (text = text.replaceAll(from, to)))
    await route.fulfill({ response: answer, body: text })
  })
}

async function channel(page: Page): Promise<string> {
  const { createChannel } = await ask<{ createChannel: { id: string } }>(page, 'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', {
    name: `States ${Date.now()}`, kind: 'WhatsApp', settings: { phoneNumberId: '1', businessAccountId: '2' }, secrets: { accessToken: 'none', appSecret: 'none', verifyToken: 'none' },
  })
  return createChannel.id
}

test('a channel of a server without a public address says so', async ({ page }) => {
  const id = await channel(page)
  await page.route('**/graphql', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/"hookUrl":"[^"]*"/g, '"hookUrl":null') })
  })
  await enter(page, 'owner', `/console/channels/${id}`)
  await expect(page.getByText('This server has no public address')).toBeVisible()
  await expect(page.getByText('A public address of this server. Without it, no answers and statuses arrive.')).toBeVisible()
  await expectAccessible(page)
})

test('a channel that its provider refuses says why, and what to do', async ({ page }) => {
  const id = await channel(page)
  await change(page, { '"status":"Active","statusReason":null': '"status":"Failing","statusReason":"The access token has expired"' })
  await enter(page, 'owner', `/console/channels/${id}`)
  await expect(page.getByText(/The provider refuses the channel: The access token has expired/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0)
  await expectAccessible(page)
})

for (const status of ['Rejected', 'Paused'] as const) {
  test(`a template that is ${status} shows the reason`, async ({ page }) => {
    const { createTemplate } = await ask<{ createTemplate: { id: string } }>(page, 'mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }', {
      name: `states_${status.toLowerCase()}_${Date.now()}`, language: 'en', kind: 'Sandbox', category: 'Utility', body: 'Hello', parameters: [],
    })
    await change(page, { '"status":"Draft","statusReason":null': `"status":"${status}","statusReason":"People report it as spam"` })
    await enter(page, 'owner', `/console/templates/${createTemplate.id}`)
    await expect(page.getByRole('alert').filter({ hasText: 'People report it as spam' })).toContainText(`${status}: the reason`)
    await expect(page.getByTestId('submit')).toHaveCount(status === 'Rejected' ? 1 : 0)
    await expectAccessible(page)
  })
}

test('the version in use stands beside its draft, and the preview takes a contact', async ({ page }) => {
  const { createTemplate: { id } } = await ask<{ createTemplate: { id: string } }>(page, 'mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }', {
    name: `versions_${Date.now()}`, language: 'en', kind: 'Sandbox', category: 'Utility', body: 'First, {{firstName}}', parameters: [{ name: 'firstName', example: 'Ana' }],
  })
  await ask(page, 'mutation ($input: TemplateIdInput!) { submitTemplate(input: $input) { id } }', { id })
  await enter(page, 'owner', `/console/templates/${id}`)
  await expect(page.getByRole('region', { name: 'What is sent now' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Second, {{firstName}}')
  await page.getByTestId('save').click()
  const inUse = page.getByRole('region', { name: 'What is sent now' })
  await expect(inUse).toContainText('First, Ana')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview).toContainText('Second, Ana')
  await preview.getByRole('combobox', { name: 'As this contact sees it' }).click()
  await page.getByRole('listbox', { name: 'As this contact sees it' }).getByRole('option').first().click()
  await expect(preview).not.toContainText('Second, Ana')
  await expectAccessible(page)
  await page.getByTestId('submit').click()
  await expect(inUse).toHaveCount(0)
})

test('QR codes are shown to a person who may not see the settings of channels', async ({ page }) => {
  const id = await channel(page)
  await enter(page, 'sales', `/console/qr-codes?channel=${id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'QR codes' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Channel' })).toHaveValue(id)
  await expect(page.getByTestId('nav-channels')).toHaveCount(0)
  await expectAccessible(page)
})
