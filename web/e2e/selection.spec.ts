import type { Page, Route } from '@playwright/test'

import { as, newFirm, password } from './api.ts'
import { hold } from './clock.ts'
import { enterAs, expect, expectAccessible, test } from './people.ts'

const all = (page: Page) => page.getByRole('checkbox', { name: 'Select all' })
const selected = (page: Page) => page.getByRole('region', { name: /selected$/ })

// fruit opens the contacts of a new firm, which has three.
async function fruit(page: Page) {
  const email = await newFirm(page.request)
  for (const firstName of ['Apple', 'Pear', 'Plum']) {
    await as(page.request, email, password, 'mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', { input: { firstName, lastName: 'Fruit' } })
  }
  await enterAs(page, email, password, '/console/contacts')
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(4)
}

// onIds answers the requests for the ids of what is to be selected.
async function onIds(page: Page, answer: (route: Route) => Promise<void>) {
  await page.route('**/graphql', (route) => (route.request().postData()?.includes('query ContactIds') ? answer(route) : route.continue()))
}

// manyRows answers for a list of so many contacts, whose order by first names is the other way round.
async function manyRows(page: Page, total: number) {
  await page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON()
    if (!query.includes('contactPage')) {
      return route.continue()
    }
    const { page: number, pageSize, sortBy } = variables.input
    const items = Array.from({ length: pageSize }, (_, row) => (number - 1) * pageSize + row).filter((place) => place < total).map((row) => (sortBy === 'firstName' ? total - 1 - row : row)).map((place) => ({
      __typename: 'Contact', id: `0192${String(place).padStart(4, '0')}-0000-7000-8000-000000000000`, firstName: `Row${place}`, lastName: 'Many', gender: null, isActive: true,
      createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z', phones: [], emails: [], tags: [],
    }))
    await route.fulfill({ json: { data: { contactPage: { __typename: 'ContactPage', totalCount: total, items } } } })
  })
}

test('what was to be selected of a list is not selected once another one is shown', async ({ page }) => {
  await fruit(page)
  await all(page).click()
  await expect(selected(page)).toContainText('3 selected')
  await page.getByRole('button', { name: 'Clear the selection' }).click()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await onIds(page, async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest((request) => Boolean(request.postData()?.includes('query ContactIds')))
  await all(page).click()
  await asked
  await expect(all(page)).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('pear')
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(2)
  await expect(all(page)).toBeEnabled()
  const answered = page.waitForResponse((answer) => Boolean(answer.request().postData()?.includes('query ContactIds')))
  release()
  await (await answered).finished()
  // Another request and its answer come after what the first may have selected.
  await page.getByRole('searchbox').fill('apple')
  await expect(page.getByRole('grid').getByText('Apple')).toBeVisible()
  await expect(selected(page)).toHaveCount(0)
  await all(page).click()
  await expect(selected(page)).toContainText('1 selected')
})

test('of what can’t be read whole nothing is selected, which is said', async ({ page }) => {
  await fruit(page)
  let asked = 0
  await onIds(page, async (route) => {
    const items = Array.from({ length: 100 }, (_, place) => ({ __typename: 'Contact', id: `0192${String(place).padStart(4, '0')}-0000-7000-8000-000000000000` }))
    await (asked++ === 0 ? route.fulfill({ json: { data: { contactPage: { __typename: 'ContactPage', totalCount: 150, items } } } }) : route.abort())
  })
  await all(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'does not answer' })).toBeVisible()
  expect(asked).toBe(2)
  await expect(selected(page)).toHaveCount(0)
  await expect(all(page)).toBeEnabled()
})

test('all rows between two are selected, also those that were never in view', async ({ page }) => {
  await fruit(page)
  await manyRows(page, 400)
  await page.reload()
  const box = (place: number) => page.getByRole('checkbox', { name: `Select Row${place} Many` })
  await box(2).click()
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, grid.scrollHeight))
  await box(390).click({ modifiers: ['Shift'] })
  await expect(selected(page)).toContainText('389 selected')
  await box(380).click({ modifiers: ['Shift'] })
  await expect(selected(page)).toContainText('378 selected')
})

test('what is deleted after the list was sorted anew hides nobody else', async ({ page }) => {
  await fruit(page)
  await manyRows(page, 400)
  await page.reload()
  const grid = page.getByRole('grid')
  await page.getByRole('checkbox', { name: 'Select Row0 Many' }).click()
  await hold(page)
  await grid.getByRole('button', { name: 'First name' }).click()
  await expect(grid.getByText('Row399', { exact: true })).toBeVisible()
  await expect(selected(page)).toContainText('1 selected')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('1 contact deleted')).toBeVisible()
  await expect(grid.getByText('Row398', { exact: true })).toBeVisible()
  await expect(grid.getByText('Row399', { exact: true })).toBeVisible()
})
