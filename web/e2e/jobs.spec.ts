import { enter, expect, expectAccessible, test } from './people.ts'

test('the super-firm sees what the server does, and the jobs', async ({ page }) => {
  await enter(page, 'admin', '/console/admin/jobs')
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await expect(page.getByText('Open connections')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Requests of this server' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Completed', exact: true }).click()
  await expect(page).toHaveURL(/state=Completed/)
  await expect(page.getByRole('cell', { name: /token.rotate_keys|wallet.close_days/ }).first()).toBeVisible()
  await expectAccessible(page)
})

test('jobs have pages', async ({ page }) => {
  // A server with few jobs looks as one with many.
  await page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON()
    if (!query.includes('query Jobs(')) {
      return route.continue()
    }
    const from = (variables.input.page - 1) * 50
    const jobs = Array.from({ length: variables.input.page === 1 ? 50 : 7 }, (_, at) => (
      { __typename: 'Job', number: String(2000 - from - at), kind: 'contact.import', state: 'Available', firmId: null, attempt: 1, at: '2026-11-28T10:00:00Z', error: null }
    ))
    await route.fulfill({ json: { data: { jobs } } })
  })
  await enter(page, 'admin', '/console/admin/jobs?state=Available')
  await expect(page.getByText('1–50')).toBeVisible()
  // The keys of rows open what can be opened, and cancel nothing.
  await page.keyboard.press('j')
  await expect(page.locator('tr:focus')).toHaveCount(0)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByText('51–57')).toBeVisible()
  await expect(page.getByText('1950', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await page.getByRole('button', { name: 'Previous page' }).click()
  await expect(page.getByText('2000', { exact: true })).toBeVisible()
})
