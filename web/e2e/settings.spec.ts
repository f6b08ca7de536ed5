import { as, newFirm, password } from './api.ts'
import { enter, enterAs, expect, expectAccessible, test } from './people.ts'

test('everybody sees the facts of the firm, and chooses language and colours', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, 'sales', '/console/settings')
  await expect(page.getByRole('region', { name: 'The firm' })).toContainText('America/Sao_Paulo')
  await page.getByLabel('Colours').selectOption('Dark')
  await page.getByLabel('Language').selectOption('Español')
  await expect(page.getByRole('heading', { level: 1, name: 'Ajustes' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
})

test('whoever may changes the name, the hours and the rules of messages of the firm', async ({ page }) => {
  await enter(page, 'owner', '/console/settings')
  const form = page.getByRole('region', { name: 'Name and messages' })
  const save = form.getByTestId('save')
  await expect(save).toBeDisabled()
  await form.getByRole('textbox', { name: 'Name' }).fill('Weitblick Reisen')
  await save.click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('Torrefação Bela Vista')
  await form.getByRole('combobox', { name: 'Words to opt out' }).fill('CHEGA')
  await form.getByRole('combobox', { name: 'Words to opt out' }).press('Enter')
  await form.getByRole('textbox', { name: 'Postal address' }).fill('Rua das Flores 1\nSão Paulo')
  await form.getByRole('switch', { name: 'Quiet hours' }).check()
  await form.getByLabel('From').fill('22:00')
  await expectAccessible(page)
  await save.click()
  await expect(save).toBeDisabled()
  await page.reload()
  await expect(form.getByLabel('From')).toHaveValue('22:00')
  await expect(form.getByText('CHEGA')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Postal address' })).toHaveValue('Rua das Flores 1\nSão Paulo')
  // Campaigns would wait.
  await form.getByRole('switch', { name: 'Quiet hours' }).uncheck()
  await save.click()
  await expect(save).toBeDisabled()
})

test('others see no form of the firm', async ({ page }) => {
  await enter(page, 'sales', '/console/settings')
  await expect(page.getByRole('region', { name: 'The firm' })).toContainText('America/Sao_Paulo')
  await expect(page.getByRole('region', { name: 'Name and messages' })).toHaveCount(0)
})

test('what somebody types stays when what another has saved arrives', async ({ page }) => {
  const email = await newFirm(page.request)
  const ask = <Data>(query: string, variables = {}) => as<Data>(page.request, email, password, query, variables)
  const form = page.getByRole('region', { name: 'Name and messages' })
  await enterAs(page, email, password, '/console/settings')
  await expect(form.getByRole('textbox', { name: 'Name' })).not.toHaveValue('')
  await page.getByTestId('nav-profile').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await ask('mutation ($input: UpdateOwnFirmInput) { updateOwnFirm(input: $input) { id } }', { input: { postalAddress: 'Theirs 1' } })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('query OwnFirm')) {
      await held
    }
    await route.continue()
  })
  await page.getByTestId('nav-settings').click()
  const name = `Mine ${email}`
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  const answer = page.waitForResponse((response) => Boolean(response.request().postData()?.includes('query OwnFirm')))
  release()
  await (await answer).finished()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  // Another screen would lose it.
  await page.getByTestId('nav-profile').click()
  await page.getByTestId('stay').click()
  await form.getByTestId('save').click()
  await expect(form.getByTestId('save')).toBeDisabled()
  await expect(form.getByRole('textbox', { name: 'Postal address' })).toHaveValue('Theirs 1')
  expect(await ask('{ ownFirm { name postalAddress } }')).toEqual({ ownFirm: { name, postalAddress: 'Theirs 1' } })
})

test('what somebody types while the form is saved is not lost', async ({ page }) => {
  const email = await newFirm(page.request)
  const form = page.getByRole('region', { name: 'Name and messages' })
  await enterAs(page, email, password, '/console/settings')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('mutation UpdateOwnFirm')) {
      await held
    }
    await route.continue()
  })
  await form.getByRole('textbox', { name: 'Postal address' }).fill('Mine 1')
  await form.getByTestId('save').click()
  await form.getByRole('textbox', { name: 'Name' }).fill(`Typed ${email}`)
  release()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(`Typed ${email}`)
  await form.getByTestId('save').click()
  await expect(form.getByTestId('save')).toBeDisabled()
  expect(await as(page.request, email, password, '{ ownFirm { name postalAddress } }')).toEqual({ ownFirm: { name: `Typed ${email}`, postalAddress: 'Mine 1' } })
})
