import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { enter, expect, expectAccessible, people, test, type Who } from './people.ts'

// The screens, as src/screens/screens.ts lists them.
const screens = [...readFileSync('src/screens/screens.ts', 'utf8').matchAll(/^ {2}\{ name: '([^']+)'.*/gm)].map(([line, name]) => {
  const admin = line.includes('admin: true')
  return { name: name!, address: `/console/${admin ? 'admin/' : ''}${name}`, link: `nav-${admin ? 'admin-' : ''}${name}` }
})

// What each person of the demo may not open, by their roles. The super-firm's screens are for its people alone.
const admin = ['firms', 'wallets', 'pricing', 'permissions', 'policies', 'jobs']
const refused: Record<Who, string[]> = {
  owner: admin,
  sales: ['dashboard', 'wallet', 'users', 'roles', 'api-clients', 'audit', 'channels', 'webhooks', 'campaigns', ...admin],
  bookkeeping: ['inbox', 'contacts', 'imports', 'users', 'roles', 'api-clients', 'audit', 'qr-codes', 'consent', 'templates', 'channels', 'webhooks', 'campaigns', 'messages', ...admin],
  marketing: ['inbox', 'users', 'roles', 'api-clients', 'audit', 'channels', 'webhooks', 'messages', ...admin],
  admin: [],
}

const themes = ['light', 'dark'] as const
const widths = [1280, 390]
const looks = themes.flatMap((theme) => widths.map((width) => ({ theme, width })))

// go brings a page to an address without loading it again, as links of the console do.
async function go(page: Page, address: string) {
  await page.evaluate((to) => history.pushState(null, '', to), address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
}

async function load(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await page.waitForLoadState('networkidle')
}

test.describe.configure({ mode: 'parallel' })

// Every person opens every screen on each database, with another theme and width from screen to screen, so that
// each pair of them is there: person and theme, screen and width, and so on. On the first database each screen is
// loaded anew, and checked by axe. FIRMHUB_TEST_LONG does this on all, with all screens in all looks.
Object.keys(people).forEach((who, person) => {
  test(`${who} opens every screen`, async ({ page }) => {
    test.setTimeout(600_000)
    expect(screens).toHaveLength(24)
    const isLong = Boolean(process.env.FIRMHUB_TEST_LONG)
    const isWhole = isLong || test.info().project.metadata.isFirst
    await enter(page, who as Who, '/console/settings')
    for (const [place, { name, address, link }] of screens.entries()) {
      for (const { theme, width } of isLong ? looks : [looks[(person + place) % looks.length]!]) {
        await test.step(`${address}, ${theme}, ${width} px`, async () => {
          await page.emulateMedia({ colorScheme: theme })
          await page.setViewportSize({ width, height: 800 })
          await (isWhole ? load(page, address) : go(page, address))
          const may = !refused[who as Who].includes(name)
          await expect.soft(page.getByRole('heading', { level: 1, name: 'You may not see this page' })).toHaveCount(may ? 0 : 1)
          await expect.soft(page.getByTestId(link), 'is offered if it may be seen').toHaveCount(may ? 1 : 0)
          if (may) {
            await expect.soft(page.getByTestId(link)).toHaveAttribute('aria-current', 'page')
          }
          await expect.soft(page.getByRole('main').getByRole('alert'), 'shows no fault').toHaveCount(0)
          await expect(page).toHaveTitle(/ · firmhub$/)
          expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'is not wider than the window').toBeLessThanOrEqual(0)
          if (isWhole) {
            await expectAccessible(page)
          }
        })
      }
    }
  })
})
