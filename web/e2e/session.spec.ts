import type { Page } from '@playwright/test'

import { as, newFirm, password } from './api.ts'
import { enter, enterAs, expect, expectAccessible, people, signIn, signOut, test } from './people.ts'

test('a person signs in, stays signed in after a reload, and signs out', async ({ page, context }) => {
  await signIn(page, 'owner', '/console/profile')
  await expect(page).toHaveURL(/\/console\/profile$/)
  await expect(page).toHaveTitle(/^(\(\d+\+?\) )?Profile · firmhub$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toMatch(/eyJ/)
  expect((await context.cookies())[0]).toMatchObject({ name: 'firmhub_refresh', httpOnly: true, sameSite: 'Strict', path: '/api/v1/auth/console' })
  await signOut(page)
  await expect(page.getByTestId('sign-in-email')).toBeVisible()
  expect(await context.cookies()).toEqual([])
})

test('who can’t be signed out is told, and stays', async ({ page, context }) => {
  await enter(page, 'owner', '/console/settings')
  await page.route('**/auth/console/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByTestId('sign-out').click()
  const toast = page.getByRole('alert').filter({ hasText: 'You are still signed in' })
  await expect(toast).toBeVisible()
  await expect(page).toHaveURL(/\/console\/settings$/)
  await expectAccessible(page)
  await toast.getByRole('button', { name: 'Close' }).click()
  await page.unroute('**/auth/console/logout')
  await signOut(page)
  await expect(page.getByTestId('sign-in-email')).toBeVisible()
  expect(await context.cookies()).toEqual([])
})

test('a wrong password is refused in the words of the server', async ({ page }) => {
  await page.goto('/console')
  await expectAccessible(page)
  await page.getByTestId('sign-in-email').fill(people.owner)
  await page.getByTestId('sign-in-password').fill('Wrong-password-1')
  await page.getByTestId('sign-in-submit').click()
  await expect(page.getByRole('alert')).toContainText('password')
})

test('two tabs that refresh at once stay signed in', async ({ page, context }) => {
  await signIn(page, 'owner', '/console/profile')
  const tabs = await Promise.all([context.newPage(), context.newPage(), context.newPage()])
  for (let round = 0; round < 3; round++) {
    await Promise.all(tabs.map((tab) => tab.goto('/console/profile')))
    await Promise.all(tabs.map((tab) => expect(tab.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()))
  }
})

test('who has two firms switches between them, in all tabs', async ({ page, context }) => {
  await signIn(page, 'marketing')
  const other = await context.newPage()
  await other.goto('/console/profile')
  // A page of the firm before may not stay, whatever is not saved in it.
  other.on('dialog', (dialog) => void dialog.dismiss())
  await other.getByRole('textbox', { name: 'First name' }).fill('Not saved')
  const first = (await page.getByTestId('firm-switcher').textContent()) ?? ''
  await page.getByTestId('firm-switcher').click()
  const name = first.includes('Bela Vista') ? 'Weitblick Reisen' : 'Torrefação Bela Vista'
  await page.getByRole('menuitem', { name }).click()
  await expect(page.getByTestId('firm-switcher')).toContainText(name)
  await expect(other.getByTestId('firm-switcher')).toContainText(name)
})

test('the palette leads to a page by the keyboard', async ({ page }) => {
  await signIn(page, 'owner')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Go to a page' }).fill('prof')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/console\/profile$/)
})

test('a menu is loaded when its button is pressed, opens by the keyboard, and leaves the focus on the button', async ({ page }) => {
  await enter(page, 'owner', '/console/profile')
  const button = page.getByRole('button', { name: 'Your account' })
  for (let times = 0; times < 2; times++) {
    await button.press('Enter')
    // The keys go to the menu once it has the focus.
    await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeHidden()
    await expect(button).toBeFocused()
  }
  await page.getByTestId('bell').press('Enter')
  await expect(page.locator('[role=dialog] :focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('bell')).toBeFocused()
})

test('from the first page to a quiet dashboard a browser loads at most 250 KB', async ({ page, context }) => {
  // In a firm of its own no event of another test makes the page read anew.
  const email = await newFirm(page.request)
  const ask = (query: string, input: object) => as(page.request, email, password, query, { input })
  await ask('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', { name: 'Trial', kind: 'Sandbox' })
  await ask('mutation ($input: SendMessagesInput!) { sendMessages(input: $input) { accepted { id } } }', {
    messages: [{ kind: 'Sandbox', to: '+4915120069184', body: 'Good morning' }],
  })
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  let bytes = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  const alerts = page.waitForResponse((answer) => Boolean(answer.request().postData()?.includes('UnreadConversations')))
  const events = page.waitForEvent('websocket', (socket) => new URL(socket.url()).pathname === '/graphql')
  await page.goto('/console')
  await page.getByTestId('sign-in-email').fill(email)
  await page.getByTestId('sign-in-password').fill(password)
  await page.getByTestId('sign-in-submit').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Messages' })).toBeVisible()
  // What no screen waits for is loaded last.
  await Promise.all([alerts, events])
  await page.waitForLoadState('networkidle')
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(250_000)
})

test('a notification arrives at once, and its reader deletes it', async ({ page }) => {
  await enter(page, 'owner', '/console/profile')
  const title = `Truck ${Date.now()}`
  const { token } = (await (await page.request.post('/api/v1/auth/login', { data: { email: people.owner, password: 'Try-firmhub-1' } })).json()).data
  const query = 'mutation($title: String!) { createNotification(input: { module: System, title: $title, message: "It is here." }) { id } }'
  await page.request.post('/graphql', { headers: { Authorization: `Bearer ${token}` }, data: { query, variables: { title } } })
  await expect(page.getByText(title)).toBeVisible()
  await page.getByTestId('bell').click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByText(title)).toBeVisible()
  await list.getByRole('button', { name: `Delete “${title}” from your list` }).click()
  await expect(list.getByText(title)).toHaveCount(0)
  await page.reload()
  await page.getByTestId('bell').click()
  await expect(list.getByText('Dry run').first()).toBeVisible()
  await expect(list.getByText(title)).toHaveCount(0)
})

const notify = (page: Page, email: string, title: string) =>
  as(page.request, email, password, 'mutation ($title: String!) { createNotification(input: { module: System, title: $title, message: "It is here." }) { id } }', { title })

test('what is missed before the first notification is shown once the hub is connected again', async ({ page }) => {
  const email = await newFirm(page.request)
  let isAway = false
  let connected = 0
  let cut = () => {}
  await page.routeWebSocket(/\/notificationhub/, (socket) => {
    if (isAway) {
      void socket.close()
      return
    }
    const server = socket.connectToServer()
    socket.onMessage((message) => server.send(message))
    server.onMessage((message) => {
      connected += String(message).includes('UnreadCount') ? 1 : 0
      socket.send(message)
    })
    cut = () => {
      void server.close()
      void socket.close()
    }
  })
  await enterAs(page, email, password, '/console/profile')
  await expect.poll(() => connected).toBeGreaterThan(0)
  isAway = true
  cut()
  await expect(page.getByText('The connection is lost.')).toBeVisible()
  await notify(page, email, 'Truck')
  isAway = false
  await expect(page.getByRole('alert').getByText('Truck')).toBeVisible()
})

test('notifications are deleted one after the other by the keyboard', async ({ page }) => {
  const email = await newFirm(page.request)
  await notify(page, email, 'Truck')
  await notify(page, email, 'Ship')
  await enterAs(page, email, password, '/console/profile')
  await page.getByTestId('bell').press('Enter')
  const list = page.getByRole('dialog', { name: 'Notifications' })
  const remove = (title: string) => list.getByRole('button', { name: `Delete “${title}” from your list` })
  await remove('Ship').press('Enter')
  await expect(remove('Ship')).toHaveCount(0)
  await expect(remove('Truck')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove('Truck')).toHaveCount(0)
  await expect(page.locator('[role=dialog] :focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(page.getByTestId('bell')).toBeFocused()
})

test('a server that takes the connection of events and says nothing is asked again', async ({ page }) => {
  let connections = 0
  await page.routeWebSocket(/\/graphql$/, (socket) => {
    if (++connections > 1) {
      socket.connectToServer()
    }
  })
  await enter(page, 'owner', '/console/profile')
  await expect.poll(() => connections).toBe(2)
})

test('who comes back to a tab sees what has changed for him, and keeps what he has typed', async ({ page }) => {
  const email = await newFirm(page.request)
  await enterAs(page, email, password, '/console/profile')
  await page.getByRole('textbox', { name: 'First name' }).fill('Not saved')
  const name = `Renamed ${email}`
  await as(page.request, email, password, 'mutation ($input: UpdateOwnFirmInput) { updateOwnFirm(input: $input) { id } }', { input: { name } })
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await comeBack()
  await expect(page.getByTestId('firm-switcher')).toContainText(name)
  const refused = page.waitForResponse((answer) => Boolean(answer.request().postData()?.includes('query Me ')))
  await page.route('/graphql', (route) =>
    route.request().postData()?.includes('query Me ')
      ? route.fulfill({ json: { data: null, errors: [{ message: 'The server has failed.', extensions: { code: 'InternalError' } }] } })
      : route.continue())
  await comeBack()
  await refused
  await expect(page.getByTestId('firm-switcher')).toContainText(name)
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Not saved')
})

test('an address that is too deep has a page of the console that says so', async ({ page }) => {
  await enter(page, 'owner', '/console/profile')
  const answer = await page.goto('/console/contacts/1/2/3')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'There is no such page' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})
