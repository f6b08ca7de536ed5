import type { Page } from '@playwright/test'

import { as, newFirm, password } from './api.ts'
import { hold } from './clock.ts'
import { enterAs, expect, expectAccessible, test } from './people.ts'
import { isSigned, Receiver } from './receiver.ts'

const createContact = 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }'

// change creates a contact, which is an event.
async function change(page: Page, owner: string, firstName: string) {
  await as(page.request, owner, password, createContact, { input: { firstName, lastName: 'Webhook' } })
}

test('an owner makes a webhook, sees what it delivers, tries again, gives it a new secret, replays and deletes it', async ({ page }) => {
  // The contacts that other tests change in a firm of the demo would be delivered as well.
  const owner = await newFirm(page.request)
  const receiver = new Receiver()
  const url = await receiver.start()
  const mark = Date.now()
  const name = `Shop ${mark}`
  try {
    await enterAs(page, owner, password, '/console/webhooks')
    await page.getByTestId('new-webhook').click()
    const panel = page.getByRole('dialog')
    await panel.getByLabel('Address').fill('http://10.0.0.1/events')
    await panel.getByLabel('All events').uncheck()
    await panel.getByTestId('save').click()
    await expect(panel.getByText('Choose at least one type, or all.')).toBeVisible()
    await panel.getByLabel('Contacts', { exact: true }).check()
    await expect(panel.getByLabel('contact.import.ended')).toBeChecked()
    await expectAccessible(page)
    await panel.getByTestId('save').click()
    await expect(panel.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')
    await expect(panel.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
    await panel.getByLabel('Name').fill(name)
    await panel.getByLabel('Address').fill(url)
    await panel.getByTestId('save').click()
    const secret = (await page.getByTestId('webhook-secret').textContent()) ?? ''
    expect(secret).toMatch(/^whsec_/)
    await page.getByRole('button', { name: 'I have kept the secret' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

    await page.getByRole('button', { name: 'Send a test' }).click()
    await expect(page.getByTestId('test-result')).toContainText('The receiver has taken the event')
    await expect(page.getByTestId('test-result')).toContainText(/Answered in \d+ ms/)
    expect(isSigned(receiver.about('webhook.test')[0]!, secret)).toBe(true)

    const deliveries = page.getByRole('region', { name: 'Deliveries' })
    const first = deliveries.getByRole('row', { name: /contact\.created/ }).first()
    await change(page, owner, `First${mark}`)
    await expect(first).toContainText('Delivered')
    expect(isSigned(receiver.about(`First${mark}`)[0]!, secret)).toBe(true)
    await expectAccessible(page)

    receiver.answer = { status: 500, body: 'Not today.' }
    await change(page, owner, `Second${mark}`)
    await expect(first).toContainText('500')
    await expect(first).toContainText('Pending')
    // What was delivered leaves the list of what is pending, and stays open.
    await deliveries.locator('label', { hasText: 'Pending' }).click()
    await expect(page).toHaveURL(/status=Pending/)
    await first.getByRole('button', { name: 'contact.created' }).click()
    await expect(panel.getByTestId('delivery-answer')).toHaveText('Not today.')
    await expectAccessible(page)
    receiver.answer = { status: 200, body: 'taken' }
    await panel.getByRole('button', { name: 'Try now' }).click()
    await expect(panel.getByTestId('delivery-answer')).toHaveText('taken')
    await expect(page.getByText('No delivery is like this.')).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).click()
    await deliveries.getByText('All', { exact: true }).click()
    await expect(first).toContainText('Delivered')
    const tried = receiver.about(`Second${mark}`)
    expect(new Set(tried.map(({ id }) => id)).size, 'each attempt has the id of the event').toBe(1)

    await deliveries.getByText('Failed', { exact: true }).click()
    await expect(deliveries).toContainText('No delivery is like this.')
    await deliveries.getByText('All', { exact: true }).click()
    await deliveries.getByLabel('Type').selectOption('contact.deleted')
    await expect(deliveries).toContainText('No delivery is like this.')
    await deliveries.getByLabel('Type').selectOption('')

    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByTestId('confirm').click()
    const renewed = (await page.getByTestId('webhook-secret').textContent()) ?? ''
    expect(renewed).not.toBe(secret)
    await page.getByRole('button', { name: 'I have kept the secret' }).click()
    await change(page, owner, `Third${mark}`)
    await expect.poll(() => receiver.about(`Third${mark}`).length).toBeGreaterThan(0)
    const third = receiver.about(`Third${mark}`)[0]!
    expect(isSigned(third, secret) && isSigned(third, renewed), 'both secrets sign for 24 hours').toBe(true)

    await page.getByRole('button', { name: 'Replay' }).click()
    await panel.getByTestId('confirm').click()
    await expect(panel).toBeHidden()
    await expect.poll(() => receiver.about(`First${mark}`).length).toBe(2)
    expect(new Set(receiver.about(`First${mark}`).map(({ id }) => id)).size).toBe(1)

    const facts = page.getByRole('region', { name: 'About the webhook' })
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(facts).toContainText('Paused')
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(facts).toContainText('Active')
    await page.getByRole('button', { name: 'Edit' }).click()
    await panel.getByLabel('One after the other').check()
    await panel.getByLabel('All events').check()
    await panel.getByTestId('save').click()
    await expect(facts).toContainText('One after the other')

    await page.goto('/console/webhooks')
    const row = page.getByRole('row', { name: new RegExp(name) })
    await expect(row).toContainText('All')
    await row.getByRole('link', { name }).click()
    await hold(page)
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const deleted = page.getByRole('alert').filter({ hasText: `${name} is deleted` })
    await deleted.getByRole('button', { name: 'Undo' }).click()
    await expect(deleted).toHaveCount(0)
    await expect(page).toHaveURL(/\/console\/webhooks$/)
    await row.getByRole('link', { name }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(row).toHaveCount(0)
    // Who leaves the page does not take it back.
    await page.goto('/console/profile')
    await page.goto('/console/webhooks')
    await expect(page.getByText('No webhooks yet')).toBeVisible()
  } finally {
    receiver.stop()
  }
})
