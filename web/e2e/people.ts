import AxeBuilder from '@axe-core/playwright'
import { expect, test as base, type Page } from '@playwright/test'

// The people of the demo who the tests are. Each sees another part of the console.
export const people = {
  owner: 'helena@belavista.example',
  sales: 'rafael@belavista.example',
  bookkeeping: 'yuki@belavista.example',
  marketing: 'priya@raman.example',
  admin: process.env.CONSOLE_ADMIN ?? '',
}

export type Who = keyof typeof people

// signIn signs a person in by the form, as people do.
export async function signIn(page: Page, who: Who, address = '/console') {
  await page.goto(address)
  await page.getByTestId('sign-in-email').fill(people[who])
  await page.getByTestId('sign-in-password').fill(passwordOf(who))
  await page.getByTestId('sign-in-submit').click()
  await arrived(page)
}

// enter opens an address of the console as a person who has signed in before, which takes a browser half
// the time.
export function enter(page: Page, who: Who, address = '/console') {
  return enterAs(page, people[who], passwordOf(who), address)
}

// enterAs is enter for somebody whom a test has added.
export async function enterAs(page: Page, email: string, password: string, address: string) {
  const answer = await page.request.post('/api/v1/auth/console/login', {
    headers: { Origin: base.info().project.use.baseURL ?? '' },
    data: { email, password },
  })
  expect(answer.ok()).toBe(true)
  await page.addInitScript(() => localStorage.setItem('firmhub-session', 'open'))
  await page.goto(address)
  await arrived(page)
}

export async function arrived(page: Page) {
  await expect(page.getByTestId('firm-switcher')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

// signOut returns once the page has begun anew, so that what a test types next is not lost.
export async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Your account' }).click()
  const begun = page.waitForEvent('load')
  await page.getByTestId('sign-out').click()
  await begun
}

// expectCodesKept lets the page look for what its user can do now, as it does when its user comes back from another tab. The recovery
// codes stay, and closing the tab is asked about.
export async function expectCodesKept(page: Page) {
  const answer = page.waitForResponse((response) => Boolean(response.request().postData()?.includes('query Me ')))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  expect(await (await answer).text()).toContain('"mfaDue":false')
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(page.getByTestId('recovery-codes')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  await (await asked).dismiss()
}

function passwordOf(who: Who): string {
  return who === 'admin' ? (process.env.CONSOLE_ADMIN_PASSWORD ?? '') : 'Try-firmhub-1'
}

// expectAccessible checks a page for faults that keep people out. In its legacy mode axe checks the same, frames
// of the same origin included, without another page to gather the results, which takes most of the time.
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] }).analyze()
  expect.soft(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
}

// test fails when the page reports an error, breaks its own policy, or asks another server. localhost is the
// name of this machine, at which browsers allow passkeys.
export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page, baseURL }, use) => {
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          faults.push(message.text())
        }
      })
      page.on('request', (request) => {
        const url = request.url().replace('//localhost:', '//127.0.0.1:')
        if (!url.startsWith(baseURL ?? '') && !/^(data|blob):/.test(url) && !url.startsWith((baseURL ?? '').replace('http', 'ws'))) {
          faults.push(`a request to ${request.url()}`)
        }
      })
      await use()
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }
