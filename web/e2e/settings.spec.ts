import { enter, expect, expectAccessible, test } from './people.ts'

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
