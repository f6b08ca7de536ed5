import type { Page, Route } from '@playwright/test'

import { as, newFirm, password } from './api.ts'
import { hold } from './clock.ts'
import { enter, enterAs, expect, expectAccessible, signOut, test } from './people.ts'

// expectAsked leaves a screen for settings. The user is asked, stays, and then leaves.
async function expectAsked(page: Page, check: () => Promise<void>) {
  await page.getByTestId('nav-settings').click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByTestId('stay').click()
  await check()
  await page.getByTestId('nav-settings').click()
  await page.getByTestId('leave').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
}

test('who leaves a channel that is not connected is asked first', async ({ page }) => {
  await enter(page, 'owner', '/console/channels/new?kind=Sms')
  const field = page.getByRole('textbox', { name: 'Account SID' })
  await field.fill('AC123')
  await expectAsked(page, () => expect(field).toHaveValue('AC123'))
})

test('who leaves a profile that is not saved is asked first, for each of its forms', async ({ page }) => {
  const email = await newFirm(page.request)
  await enterAs(page, email, password, '/console/profile')
  const first = page.getByRole('textbox', { name: 'First name' })
  await first.fill('Maria')
  await expectAsked(page, () => expect(first).toHaveValue('Maria'))
  await page.getByTestId('nav-profile').click()
  const region = page.getByRole('region', { name: 'Password', exact: true })
  await region.getByLabel(/^New password/).fill('Something-1')
  await first.fill('Marta')
  // One form that is saved does not forget the other.
  await page.getByRole('region', { name: 'Account' }).getByTestId('save').click()
  await expect(page.getByRole('region', { name: 'Account' }).getByTestId('save')).toBeDisabled()
  await expectAsked(page, () => expect(region.getByLabel(/^New password/)).toHaveValue('Something-1'))
})

test('who leaves a QR code that is not created is asked first, and nobody is without a change', async ({ page }) => {
  const owner = await newFirm(page.request)
  await as(page.request, owner, password, 'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', {
    input: { name: 'Shop', kind: 'Email', settings: { host: '127.0.0.1', port: 2525, security: 'None', from: 'shop@example.com' } },
  })
  await enterAs(page, owner, password, '/console/qr-codes')
  const field = page.getByRole('textbox', { name: 'What the message begins with' })
  await expect(field).toBeVisible()
  await page.getByTestId('nav-settings').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.getByTestId('nav-qr-codes').click()
  await field.fill('I saw your poster')
  await expectAsked(page, () => expect(field).toHaveValue('I saw your poster'))
})

test('who leaves a campaign is asked first where it is not saved by itself', async ({ page }) => {
  const name = `Leave ${Date.now()}`
  await enter(page, 'owner', '/console/campaigns/new')
  const field = page.getByRole('textbox', { name: 'Name', exact: true })
  await field.fill(name)
  // The text of the template is missing, so it can't be saved yet.
  await expectAsked(page, () => expect(field).toHaveValue(name))
  await page.goto('/console/campaigns/new')
  await page.getByRole('textbox', { name: 'Text of cafe' }).fill('Sul de Minas')
  await field.fill(name)
  await expect(page).toHaveURL(/campaigns\/[0-9a-f-]{36}$/)
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  // A draft is saved when its screen is left.
  await field.fill(`${name} again`)
  await page.getByTestId('nav-settings').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.goto(`/console/campaigns?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `${name} again` }).click()
  await field.fill('')
  await expectAsked(page, async () => {
    await expect(field).toHaveValue('')
    await expectAccessible(page)
  })
})

// newDraft creates a campaign in a firm, and returns what the test does with it.
async function newDraft(page: Page) {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, variables = {}) => as<Data>(page.request, owner, password, query, variables)
  const make = async (operation: string, input: object) => {
    const type = `${operation[0]?.toUpperCase()}${operation.slice(1)}Input`
    return (await ask<Record<string, { id: string }>>(`mutation ($input: ${type}!) { ${operation}(input: $input) { id } }`, { input }))[operation]?.id ?? ''
  }
  const channelId = await make('createChannel', { name: 'Try', kind: 'Sandbox', settings: {} })
  const templateId = await make('createTemplate', { name: 'news', language: 'en', kind: 'Sandbox', category: 'Utility', body: 'News' })
  await ask('mutation ($input: TemplateIdInput!) { submitTemplate(input: $input) { id } }', { input: { id: templateId } })
  const id = await make('createCampaign', { name: 'Sale', channelId, templateId, audience: { everyone: true } })
  await enterAs(page, owner, password, `/console/campaigns/${id}`)
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  // onSave is called with each request that saves the campaign.
  const onSave = (handle: (route: Route) => Promise<void>) =>
    page.route('**/graphql', (route) => (route.request().postData()?.includes('mutation UpdateCampaign(') ? handle(route) : route.fallback()))
  const stored = async () => (await ask<{ campaign: { name: string } }>(`{ campaign(id: "${id}") { name } }`)).campaign.name
  return { name: page.getByRole('textbox', { name: 'Name', exact: true }), onSave, stored }
}

test('who signs out or closes the tab while a draft is saved loses nothing, or is asked', async ({ page }) => {
  const { name, onSave, stored } = await newDraft(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let isSaved = false
  await onSave(async (route) => {
    await held
    const response = await route.fetch()
    isSaved = true
    await route.fulfill({ response })
  })
  const wasSaved = new Promise<boolean>((resolve) => void page.route('**/auth/console/logout', (route) => (resolve(isSaved), route.continue())))
  // Who signs out waits for the save for some seconds only.
  await hold(page)
  await name.fill('Sale of June')
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByTestId('sign-out').click()
  release()
  expect(await wasSaved).toBe(true)
  await expect(page.getByTestId('sign-in-email')).toBeVisible()
  expect(await stored()).toBe('Sale of June')
})

test('who leaves a draft that can’t be saved is told, and asked before signing out', async ({ page }) => {
  const { name, onSave, stored } = await newDraft(page)
  let left: Promise<void> | undefined
  await onSave(async (route) => {
    await left
    await route.abort()
  })
  await name.fill('Sale of June')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByTestId('sign-out').click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByTestId('stay').click()
  await expect(name).toHaveValue('Sale of June')
  // A save that was refused would keep the user here, so this one waits until the screen is left.
  let release = () => {}
  left = new Promise<void>((resolve) => (release = resolve))
  await name.fill('Sale of July')
  await page.getByTestId('nav-settings').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  release()
  const toast = page.getByRole('alert').filter({ hasText: 'The last changes of “Sale of July” were not saved.' })
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Close' }).click()
  expect(await stored()).toBe('Sale')
})

test('who closes the tab or signs out before a template is saved is asked first', async ({ page }) => {
  const owner = await newFirm(page.request)
  const { createTemplate: { id } } = await as<{ createTemplate: { id: string } }>(page.request, owner, password, 'mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }', {
    input: { name: 'news', language: 'en', kind: 'Sandbox', category: 'Utility', body: 'News' },
  })
  await enterAs(page, owner, password, `/console/templates/${id}`)
  const field = page.getByRole('textbox', { name: 'Text', exact: true })
  await field.fill('News of June')
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByTestId('sign-out').click()
  const question = page.getByRole('dialog', { name: 'Sign out without saving?' })
  await expect(question).toBeVisible()
  await page.getByTestId('stay').click()
  await expect(field).toHaveValue('News of June')

  // Another screen keeps it, also when the page begins anew there.
  await page.getByTestId('nav-settings').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByTestId('sign-out').click()
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.getByTestId('stay').click()

  // What is deleted can't be saved.
  await page.goto(`/console/templates/${id}`)
  await expect(field).toHaveValue('News of June')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Templates' })).toBeVisible()
  await signOut(page)
  await expect(page.getByTestId('sign-in-email')).toBeVisible()
})
