import type { Page } from '@playwright/test'

import { as, newFirm, password } from './api.ts'
import { enterAs, expect, test } from './people.ts'

const notify = (page: Page, email: string, title: string) =>
  as(page.request, email, password, 'mutation ($title: String!) { createNotification(input: { module: System, title: $title, message: "It is here." }) { id } }', { title })

// hold keeps the requests of an operation, until they are let go or refused.
async function hold(page: Page, operation: string) {
  let decide: (go: boolean) => void = () => undefined
  const decided = new Promise<boolean>((resolve) => (decide = resolve))
  await page.route('/graphql', async (route) => {
    if (!route.request().postData()?.includes(operation) || (await decided)) {
      return route.continue()
    }
    await route.fulfill({ json: { data: null, errors: [{ message: 'The server refuses.', extensions: { code: 'Forbidden' } }] } })
  })
  return { go: () => decide(true), refuse: () => decide(false) }
}

test('a change of a contact is in the list before the server answers, and taken back when it refuses', async ({ page }) => {
  const email = await newFirm(page.request)
  const names = ['First', 'Second']
  for (const lastName of names) {
    await as(page.request, email, password, 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', { input: { firstName: 'Quick', lastName } })
  }
  await enterAs(page, email, password, '/console/contacts')
  const grid = page.getByRole('grid', { name: 'Contacts' })
  const drawer = page.getByRole('dialog')
  const rename = async (from: string, to: string) => {
    await grid.getByText(from, { exact: true }).click()
    await drawer.getByLabel('Last name').fill(to)
    await drawer.getByTestId('save').click()
  }
  const taken = await hold(page, 'mutation UpdateContact')
  await rename('First', 'Changed')
  await expect(grid.getByText('Changed', { exact: true })).toBeVisible()
  await expect(grid.getByText('First', { exact: true })).toHaveCount(0)
  taken.go()
  await expect(drawer.getByText('Not saved yet')).toBeHidden()
  await page.unroute('/graphql')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(grid.getByText('Changed', { exact: true })).toBeVisible()

  const refused = await hold(page, 'mutation UpdateContact')
  await rename('Second', 'Never')
  await expect(grid.getByText('Never', { exact: true })).toBeVisible()
  refused.refuse()
  await expect(drawer.getByRole('alert')).toContainText('The server refuses.')
  await expect(grid.getByText('Second', { exact: true })).toBeVisible()
  await expect(grid.getByText('Never', { exact: true })).toHaveCount(0)
  await expect(drawer.getByLabel('Last name')).toHaveValue('Never')
})

test('a notification is read before the server answers, and unread again when it refuses', async ({ page }) => {
  const email = await newFirm(page.request)
  await notify(page, email, 'Truck')
  await enterAs(page, email, password, '/console/profile')
  await page.getByTestId('bell').click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  const entry = list.getByRole('button', { name: /^Truck/ })
  await expect(list.getByText('Unread')).toHaveCount(1)
  const refused = await hold(page, 'mutation MarkRead')
  await entry.click()
  await expect(list.getByText('Unread')).toHaveCount(0)
  refused.refuse()
  await expect(list.getByText('Unread')).toHaveCount(1)
  await page.unroute('/graphql')
  await entry.click()
  await expect(list.getByText('Unread')).toHaveCount(0)
  await expect(page.getByTestId('bell-count')).toHaveCount(0)
})

test('all notifications are read, and one is deleted, before the server answers, and as before when it refuses', async ({ page }) => {
  const email = await newFirm(page.request)
  await notify(page, email, 'Truck')
  await notify(page, email, 'Ship')
  await enterAs(page, email, password, '/console/profile')
  await page.getByTestId('bell').click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  const entry = list.getByRole('button', { name: /^Truck/ })
  const readAll = list.getByRole('button', { name: 'Mark all as read' })
  const remove = list.getByRole('button', { name: 'Delete “Truck” from your list' })
  await expect(list.getByText('Unread')).toHaveCount(2)
  const notRead = await hold(page, 'mutation MarkAllRead')
  await readAll.click()
  await expect(list.getByText('Unread')).toHaveCount(0)
  notRead.refuse()
  await expect(page.getByText('The server refuses.')).toBeVisible()
  await expect(list.getByText('Unread')).toHaveCount(2)
  await page.unroute('/graphql')
  await readAll.click()
  await expect(list.getByText('Unread')).toHaveCount(0)
  await expect(page.getByTestId('bell-count')).toHaveCount(0)

  const notDeleted = await hold(page, 'mutation DeleteNotification')
  await remove.click()
  await expect(entry).toHaveCount(0)
  await expect(list.getByRole('button', { name: /^Ship/ })).toBeVisible()
  notDeleted.refuse()
  await expect(entry).toBeVisible()
  await page.unroute('/graphql')
  const deleted = page.waitForResponse((answer) => Boolean(answer.request().postData()?.includes('mutation DeleteNotification')))
  await remove.click()
  await expect(entry).toHaveCount(0)
  await deleted
  await page.reload()
  await page.getByTestId('bell').click()
  await expect(list.getByRole('button', { name: /^Ship/ })).toBeVisible()
  await expect(entry).toHaveCount(0)
})
