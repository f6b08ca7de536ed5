import type { Page } from '@playwright/test'

import { enter, expect, expectAccessible, people, test } from './people.ts'

// send queues a message that waits until tomorrow, and returns its reference.
async function send(page: Page, reference: string) {
  const signedIn = await page.request.post('/api/v1/auth/login', { data: { email: people.owner, password: 'Try-firmhub-1' } })
  const { token } = (await signedIn.json()).data
  const notBefore = new Date(Date.now() + 86_400_000).toISOString()
  const answer = await page.request.post('/graphql', {
    headers: { Authorization: `Bearer ${token}` },
    data: {
      query: 'mutation($input: SendMessagesInput!) { sendMessages(input: $input) { accepted { id } rejected { code message } } }',
      variables: { input: { messages: [{ kind: 'Sandbox', to: '+12025550188', body: `Hello ${reference}`, reference, notBefore }] } },
    },
  })
  expect((await answer.json()).data.sendMessages.rejected).toEqual([])
}

test('messages are filtered by the address, opened, and cancelled while they wait', async ({ page }) => {
  const reference = `M${Date.now().toString(36)}`
  await send(page, reference)
  await enter(page, 'owner', '/console/messages')
  await expect(page.getByRole('row')).not.toHaveCount(0)
  await page.getByLabel('Direction').selectOption('Received')
  await expect(page).toHaveURL(/direction=Inbound/)
  await expect(page.getByRole('row').nth(1)).toContainText('Received')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('searchbox', { name: 'Reference' }).fill(reference)
  const row = page.getByRole('row', { name: new RegExp(`Hello ${reference}`) })
  await expect(row).toContainText('Waiting')
  await row.getByRole('button').click()
  await expect(page).toHaveURL(/open=/)
  const panel = page.getByRole('dialog', { name: 'Message' })
  await expect(panel).toContainText(reference)
  await expect(panel).toContainText('What became of it')
  await expectAccessible(page)
  await panel.getByTestId('cancel-message').click()
  await expect(panel.getByTestId('cancel-message')).toBeHidden()
  await expect(panel.getByText('Cancelled').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row).toContainText('Cancelled')
  await page.reload()
  await expect(row).toContainText('Cancelled')
})

test('the dashboard leads to the messages, and a phone that is none is refused in words', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, 'owner', '/console/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Phone, with + and the country' }).fill('none')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})
