import type { Page } from '@playwright/test'

import { enter, expect, expectAccessible, people, signIn, test } from './people.ts'

// The pages beside the console have its look and its session.
const pages = [
  { path: '/', heading: 'firmhub', ready: 'main' },
  { path: '/docs', heading: 'API reference', ready: '.opblock-tag' },
  { path: '/graphql/playground', heading: 'GraphQL playground', ready: '.graphiql-query-editor .CodeMirror textarea[aria-label]' },
  { path: '/notifications-demo', heading: 'Notifications', ready: '#outside:not([hidden]), #state[data-state=connected]' },
]

const account = (page: Page) => page.getByRole('group', { name: 'Your account' })

// open opens a page and waits until it is there.
async function open(page: Page, { path, heading, ready }: (typeof pages)[number]) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeAttached()
  await page.locator(ready).first().waitFor()
}

// overflow is by how much the page is wider than the window.
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })

  // Each page is checked in both themes, and with and without a session; FIRMHUB_TEST_LONG checks it in both
  // themes each time.
  for (const [place, one] of pages.entries()) {
    for (const signedIn of [false, true]) {
      const schemes = process.env.FIRMHUB_TEST_LONG ? ['dark', 'light'] as const : [(place % 2 === 0) === signedIn ? 'dark' : 'light'] as const
      test(`${one.path} is accessible in ${schemes.join(' and ')} ${signedIn ? 'with' : 'without'} a session`, async ({ page }) => {
        if (signedIn) {
          await enter(page, 'owner', '/console/profile')
        }
        await open(page, one)
        await expect(account(page)).toContainText(signedIn ? 'Helena Duarte' : 'Sign in')
        for (const colorScheme of schemes) {
          await page.emulateMedia({ colorScheme })
          await expect(page.locator('html')).toHaveAttribute('data-scheme', colorScheme)
          await expectAccessible(page)
          expect(await overflow(page)).toBe(0)
        }
      })
    }
  }
})

test('the look is that of the console, which chooses light or dark for all', async ({ page, context }) => {
  await signIn(page, 'owner', '/console/profile')
  const other = await context.newPage()
  await open(other, pages[1]!)
  const look = (one: Page) => one.evaluate(() => {
    const { backgroundColor, color, fontFamily } = getComputedStyle(document.body)
    return { backgroundColor, color, fontFamily }
  })
  expect(await look(other)).toEqual(await look(page))
  for (const [choice, scheme] of [['Dark', 'dark'], ['Light', 'light']] as const) {
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: choice }).click()
    await expect(other.locator('html')).toHaveAttribute('data-scheme', scheme)
    expect(await look(other)).toEqual(await look(page))
  }
})

for (const one of pages.slice(1)) {
  test(`who signs in from ${one.path} comes back to it, by the keyboard alone`, async ({ page, context }) => {
    await open(page, one)
    await account(page).getByRole('link', { name: 'Sign in' }).focus()
    await page.keyboard.press('Enter')
    await page.getByTestId('sign-in-email').fill(people.owner)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Try-firmhub-1')
    await page.keyboard.press('Enter')
    await expect(account(page)).toContainText('Helena Duarte')
    await expect(page).toHaveURL(new RegExp(`${one.path}(#/)?$`))
    await page.reload()
    await expect(account(page)).toContainText('Torrefação Bela Vista')
    expect(await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage }))).toBe('{"firmhub-session":"open"}')
    await account(page).getByRole('button', { name: 'Sign out' }).press('Enter')
    await expect(account(page).getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect.poll(() => context.cookies()).toEqual([])
  })
}

test('who signs in from the first page as somebody of the demo comes back to it', async ({ page }) => {
  await open(page, pages[0]!)
  await account(page).getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Helena Duarte' }).click()
  await expect(account(page)).toContainText('Helena Duarte')
  expect(new URL(page.url()).pathname).toBe('/')
})

test('a link to sign in leads to no other place', async ({ page }) => {
  await signIn(page, 'owner', '/console/profile')
  await page.goto('/console/profile?next=//other.example/docs')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await page.goto('/console/profile?next=/docs%23/Contacts')
  await expect(page).toHaveURL(/\/docs#\/Contacts$/)
})

test('tabs of all pages that refresh at once stay signed in', async ({ page, context }) => {
  await signIn(page, 'owner', '/console/profile')
  const tabs = await Promise.all(pages.map(() => context.newPage()))
  for (let round = 0; round < 3; round++) {
    await Promise.all([page.reload(), ...tabs.map((tab, i) => tab.goto(pages[i]!.path))])
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await Promise.all(tabs.map((tab) => expect(account(tab)).toContainText('Helena Duarte')))
  }
})

test('who signs in, enters another firm or signs out in one tab has done so on all pages', async ({ page, context }) => {
  await open(page, pages[3]!)
  await expect(account(page)).toContainText('Sign in')
  const inConsole = await context.newPage()
  await signIn(inConsole, 'marketing')
  await expect(account(page)).toContainText('Priya Raman')
  const first = (await inConsole.getByTestId('firm-switcher').textContent()) ?? ''
  const name = first.includes('Bela Vista') ? 'Weitblick Reisen' : 'Torrefação Bela Vista'
  await inConsole.getByTestId('firm-switcher').click()
  await inConsole.getByRole('menuitem', { name }).click()
  await expect(account(page)).toContainText(name)
  await page.locator('#state[data-state=connected]').waitFor()
  await account(page).getByRole('button', { name: 'Sign out' }).click()
  await expect(inConsole.getByTestId('sign-in-email')).toBeVisible()
})

test('a page asks for no session where nobody has signed in', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await open(page, pages[1]!)
  await expect(account(page)).toContainText('Sign in')
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})
