import { as, newFirm, password } from './api.ts'
import { enterAs, expect, expectAccessible, test } from './people.ts'

test('an audience is everyone, a search, an import or a list, narrowed by tags, with its count at once', async ({ page }) => {
  const owner = await newFirm(page.request)
  const ask = <Data>(query: string, input: object) => as<Data>(page.request, owner, password, query, { input })
  await ask('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', { name: 'Trial', kind: 'Sandbox' })
  const { createTemplate } = await ask<{ createTemplate: { id: string } }>('mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }', {
    name: 'opening', language: 'en', category: 'Utility', kind: 'Sandbox', body: 'We open on Monday.',
  })
  await ask('mutation ($input: TemplateIdInput!) { submitTemplate(input: $input) { id } }', { id: createTemplate.id })
  for (const [place, [firstName, tags]] of ([['Ana', ['north', 'vip']], ['Bo', ['north']], ['Cy', ['south', 'vip']]] as const).entries()) {
    await ask('mutation ($input: CreateContactInput!) { createContact(input: $input) { id } }', {
      firstName, lastName: 'Souza', tags, phones: [{ phone: `+120255501${20 + place}`, isPrimary: true }],
    })
  }
  await enterAs(page, owner, password, '/console/imports/new')
  await page.locator('input[type=file]').setInputFiles({
    name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from('first name,last name,phone\nDi,Fair,+12025550130\nEd,Fair,+12025550131\n'),
  })
  await expect(page.getByRole('heading', { level: 1, name: 'Check of fair.csv' })).toBeVisible()
  await page.getByTestId('save').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import of fair.csv' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo the import' })).toBeVisible()

  await page.goto('/console/campaigns/new')
  const quoted = page.getByTestId('quoted')
  const kind = (name: string) => page.getByRole('radiogroup', { name: 'Who gets it' }).getByText(name, { exact: true }).click()
  const tag = async (label: string, name: string) => {
    const field = page.getByRole('combobox', { name: label })
    await field.fill(name)
    await field.press('Enter')
  }
  const untag = (label: string) => page.getByRole('combobox', { name: label }).press('Backspace')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Opening')
  await expect(quoted).toHaveText('5 people get it')
  await tag('All of these tags', 'vip')
  await expect(quoted).toHaveText('2 people get it')
  await tag('All of these tags', 'north')
  await expect(quoted).toHaveText('1 person gets it')
  await untag('All of these tags')
  await untag('All of these tags')
  await tag('Any of these tags', 'north')
  await tag('Any of these tags', 'south')
  await expect(quoted).toHaveText('3 people get it')
  await tag('None of these tags', 'vip')
  await expect(quoted).toHaveText('1 person gets it')
  await untag('None of these tags')
  await untag('Any of these tags')
  await untag('Any of these tags')
  await expect(quoted).toHaveText('5 people get it')

  await kind('A search')
  await page.getByLabel('Words of the name, e-mail or phone').fill('Souza')
  await expect(quoted).toHaveText('3 people get it')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectAccessible(page)
  await tag('None of these tags', 'south')
  await expect(quoted).toHaveText('2 people get it')
  await untag('None of these tags')

  await kind('An import')
  await page.getByRole('combobox', { name: 'Import', exact: true }).click()
  await page.getByRole('option', { name: /^fair\.csv/ }).click()
  await expect(quoted).toHaveText('2 people get it')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectAccessible(page)

  await kind('Chosen contacts')
  const find = page.getByRole('combobox', { name: 'Contacts', exact: true })
  for (const name of ['Ana Souza', 'Di Fair', 'Cy Souza']) {
    await find.fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
  }
  await expect(quoted).toHaveText('3 people get it')
  await page.getByRole('button', { name: /Cy Souza/ }).click()
  await expect(quoted).toHaveText('2 people get it')
  await tag('None of these tags', 'vip')
  await expect(quoted).toHaveText('1 person gets it')
  await expectAccessible(page)
  // Who comes back finds the audience as it was.
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await page.reload()
  await expect(quoted).toHaveText('1 person gets it')
  await expect(page.getByRole('button', { name: /Di Fair/ })).toBeVisible()
})
