import { enter, test } from './people.ts'

// Takes the pictures of the README: `make pictures`.
const folder = process.env.CONSOLE_PICTURES ?? 'test-results'

test.use({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })

for (const [name, who, address, ready] of [
  ['dashboard', 'owner', '/console/dashboard', '[role=img]'],
  ['contacts', 'owner', '/console/contacts', '[role=row]'],
  ['wallet', 'owner', '/console/wallet', '[role=img]'],
  ['jobs', 'admin', '/console/admin/jobs', '[role=img]'],
] as const) {
  test(name, async ({ page }) => {
    await enter(page, who, address)
    await page.locator(ready).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `${folder}/console-${name}.png` })
  })
}

test('role', async ({ page }) => {
  await enter(page, 'owner', '/console/roles')
  await page.getByRole('link', { name: 'Sales' }).click()
  await page.getByRole('checkbox').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}/console-role.png` })
})

test('inbox', async ({ page }) => {
  await enter(page, 'owner', '/console/inbox')
  await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').nth(2).click()
  await page.getByTestId('message').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}/console-inbox.png` })
})

test('campaign', async ({ page }) => {
  await enter(page, 'owner', '/console/campaigns/new')
  await page.getByRole('textbox', { name: 'Text of cafe' }).fill('Sul de Minas')
  await page.getByTestId('quoted').waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}/console-campaign.png` })
})

test('import', async ({ page }) => {
  await enter(page, 'owner', '/console/imports/new')
  await page.locator('input[type=file]').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Nome,Sobrenome,Celular,E-mail\nAna,Souza,+55 11 91234-5678,ana@example.com\nBruno,Lima,11 98888-7777,bruno@example.com\nCarla,Dias,none,carla@example.com\n'),
  })
  await page.getByRole('region', { name: 'The first rows as contacts' }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}/console-import.png` })
})
