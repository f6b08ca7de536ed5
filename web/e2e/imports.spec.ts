import { enter, expect, expectAccessible, test } from './people.ts'

const unique = () => `I${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`

test('a file is checked, read otherwise, imported, and undone', async ({ page }) => {
  const name = unique()
  const rows = [
    'Vorname,Nachname,E-mail,Telefone,Kommentar',
    `${name},Lopes,${name}@example.com,+55 11 98765-4321,vip${name}`,
    `${name}b,Costa,${name}b@example.com,12,`,
    ',,not-an-address,,',
  ]
  await enter(page, 'owner', '/console/imports/new')
  await page.locator('input[type=file]').setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
  await expect(page.getByRole('heading', { level: 1, name: `Check of ${name}.csv` })).toBeVisible()
  const sample = page.getByRole('region', { name: 'The first rows as contacts' })
  await expect(sample.getByText(`${name}@example.com`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Rejected rows and cells left out' }).getByText('not-an-address').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Field of the column Kommentar' }).click()
  await page.getByRole('option', { name: 'Tags', exact: true }).click()
  await page.getByTestId('nav-settings').click()
  await page.getByTestId('stay').click()
  await expect(page.getByRole('combobox', { name: 'Field of the column Kommentar' })).toHaveValue('Tags')
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(sample.getByText(`vip${name}`)).toBeVisible()
  // Whoever opens the check by the list sees how it was read, and imports the same.
  await page.getByRole('main').getByRole('link', { name: 'Imports' }).click()
  await page.getByRole('link', { name: `${name}.csv` }).first().click()
  await expect(page.getByRole('combobox', { name: 'Field of the column Kommentar' })).toHaveValue('Tags')
  await expect(sample.getByText(`vip${name}`)).toBeVisible()
  await page.getByTestId('save').click()
  await expect(page.getByRole('heading', { level: 1, name: `Import of ${name}.csv` })).toBeVisible()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByTestId('confirm').click()
  await expect(page.getByText('The import is undone: 2 contacts')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Imports' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${name}.csv`) })).toHaveCount(3)
})

test('a file is sent again with a new token when the server refuses the first', async ({ page }) => {
  const name = unique()
  const refused: string[] = []
  // Of the tokens that are sent with files, the first is none.
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.setRequestHeader
    let sent = 0
    XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
      send.call(this, name, name === 'Authorization' && sent++ === 0 ? 'Bearer none' : value)
    }
  })
  await enter(page, 'owner', '/console/imports/new')
  page.on('response', (response) => {
    if (response.headers()['www-authenticate']) {
      refused.push(new URL(response.url()).pathname)
    }
  })
  await page.locator('input[type=file]').setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`name,email\n${name},${name}@example.com\n`) })
  await expect(page.getByRole('heading', { level: 1, name: `Check of ${name}.csv` })).toBeVisible()
  expect(refused).toEqual(['/graphql'])
})

test('the server says what it can’t read', async ({ page }) => {
  await enter(page, 'owner', '/console/imports/new')
  await page.locator('input[type=file]').setInputFiles({ name: 'numbers.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
  // A toast of another import may be there as well.
  await expect(page.getByRole('main').getByRole('alert')).toContainText('column')
})

test('a bar shows how far an import is', async ({ page }) => {
  const name = unique()
  let [processed, total] = [0, 0]
  // What the server says of the import is held at a quarter and at three quarters, however fast it is.
  const steps = [{ status: 'Running', part: 0.25 }, { status: 'Running', part: 0.75 }]
  await page.route('/graphql', async (route) => {
    if (!route.request().postData()?.includes('query ContactImport(')) {
      return route.continue()
    }
    const response = await route.fetch()
    const answer = await response.json()
    const job = answer.data.contactImport
    const step = job.dryRun || job.status !== 'Completed' ? undefined : steps.shift()
    if (step) {
      ;[processed, total] = [job.totalRows * step.part, job.totalRows]
      Object.assign(job, { status: step.status, processedRows: processed, finishedAt: null })
    }
    await route.fulfill({ response, json: answer })
  })
  await enter(page, 'owner', '/console/imports/new')
  const rows = Array.from({ length: 8 }, (_, place) => `${name}${place},${name}${place}@example.com`)
  await page.locator('input[type=file]').setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(['name,email', ...rows].join('\n')) })
  await expect(page.getByRole('heading', { level: 1, name: `Check of ${name}.csv` })).toBeVisible()
  await page.getByTestId('save').click()
  await expect(page.getByRole('heading', { level: 1, name: `Import of ${name}.csv` })).toBeVisible()
  const bar = page.getByRole('main').getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuenow', '25')
  await expect(bar).toHaveAttribute('aria-valuenow', '75')
  await expect(bar).toHaveCount(0)
  expect([processed, total]).toEqual([6, 8])
  await expect(page.getByRole('button', { name: 'Undo the import' })).toBeVisible()
})

test('who leaves an upload is not led away from another screen', async ({ page }) => {
  const name = unique()
  await enter(page, 'owner', '/console/imports/new')
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('/graphql', async (route) => {
    if (route.request().postData()?.includes('mutation ImportContacts')) {
      await released
    }
    await route.continue()
  })
  const asked = page.waitForRequest((request) => Boolean(request.postData()?.includes('mutation ImportContacts')))
  await page.locator('input[type=file]').setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`name,email\n${name},${name}@example.com\n`) })
  await asked
  await page.getByTestId('nav-profile').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  release()
  const link = page.getByRole('button', { name: `Check of ${name}.csv` })
  await expect(link).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: `Check of ${name}.csv` })).toBeVisible()
  await expect(link).toHaveCount(0)
})
