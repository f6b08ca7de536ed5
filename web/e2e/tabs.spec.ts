import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { Page } from '@playwright/test'

import { as, newFirm, password } from './api.ts'
import { arrived, enterAs, expect, expectAccessible, people, signIn, test } from './people.ts'

test('what is read or deleted in one tab is so in the other', async ({ page, context }) => {
  const email = await newFirm(page.request)
  const titles = ['Apples', 'Pears']
  await enterAs(page, email, password, '/console/profile')
  const other = await context.newPage()
  await other.goto('/console/profile')
  await arrived(other)
  for (const title of titles) {
    await as(page.request, email, password, 'mutation ($title: String!) { createNotification(input: { module: System, title: $title, message: "It is here." }) { id } }', { title })
  }
  const list = (tab: Page) => tab.getByRole('dialog', { name: 'Notifications' })
  for (const tab of [page, other]) {
    await expect(tab.getByTestId('bell-count')).toHaveText('2')
    await tab.bringToFront()
    await tab.getByTestId('bell').click()
    await expect(list(tab).getByText('Unread')).toHaveCount(2)
  }
  await page.bringToFront()
  await list(page).getByRole('button', { name: /^Apples/ }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByTestId('bell-count')).toHaveText('1')
    await expect(list(tab).getByText('Unread')).toHaveCount(1)
  }
  await list(page).getByRole('button', { name: 'Delete “Pears” from your list' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByTestId('bell-count')).toHaveCount(0)
    await expect(list(tab).getByText('Apples')).toBeVisible()
    await expect(list(tab).getByText('Pears')).toHaveCount(0)
  }
})

test('notifications beyond the newest twenty are on the next page', async ({ page, context }) => {
  const email = await newFirm(page.request)
  for (let number = 1; number <= 22; number++) {
    const title = `Apples ${String(number).padStart(2, '0')}`
    await as(page.request, email, password, 'mutation ($title: String!) { createNotification(input: { module: System, title: $title, message: "It is here." }) { id } }', { title })
  }
  await enterAs(page, email, password, '/console/profile')
  const other = await context.newPage()
  await other.goto('/console/profile')
  await arrived(other)
  const list = (tab: Page) => tab.getByRole('dialog', { name: 'Notifications' })
  for (const tab of [page, other]) {
    await tab.bringToFront()
    await tab.getByTestId('bell').click()
    await expect(list(tab).getByText('Unread')).toHaveCount(20)
    await list(tab).getByRole('button', { name: 'Next page' }).click()
    await expect(list(tab).getByText('Unread')).toHaveCount(2)
    await expect(list(tab).getByText('Apples 01')).toBeVisible()
  }
  await expectAccessible(other)
  await list(other).getByRole('button', { name: 'Delete “Apples 02” from your list' }).click()
  for (const tab of [page, other]) {
    await expect(list(tab).getByText('Unread')).toHaveCount(1)
  }
  // A page that is empty gives way to the one before.
  await list(other).getByRole('button', { name: 'Delete “Apples 01” from your list' }).click()
  for (const tab of [page, other]) {
    await expect(list(tab).getByText('Apples 22')).toBeVisible()
    await expect(list(tab).getByRole('button', { name: 'Next page' })).toHaveCount(0)
  }
})

// start starts a server of its own, and returns it with its address.
async function start(folder: string, address: string): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn('../bin/firmhub', ['serve', '--demo', '--addr', address, '--data-dir', folder, '--database-url', `sqlite://${folder}/firmhub.db`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  for await (const line of createInterface({ input: server.stdout! })) {
    const url = /^firmhub serves on (http:\/\/[^ ]*)/.exec(line)?.[1]
    if (url) {
      server.stdout!.resume()
      return { server, url }
    }
  }
  throw new Error('the server did not start')
}

const ended = (server: ChildProcess) =>
  new Promise<unknown>((resolve) => (server.exitCode !== null || server.signalCode !== null ? resolve(0) : server.once('exit', resolve)))

test('what somebody types survives a restart of the server', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'firmhub-restart-'))
  let { server, url } = await start(folder, '127.0.0.1:0')
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    await page.goto('/console/contacts/new')
    await page.getByTestId('sign-in-email').fill(people.owner)
    await page.getByTestId('sign-in-password').fill(password)
    const connecting = page.waitForResponse(/notificationhub\/negotiate/)
    await page.getByTestId('sign-in-submit').click()
    const drawer = page.getByRole('dialog', { name: 'New contact' })
    await drawer.getByLabel('First name').fill('Restart')
    await connecting
    const offline = page.getByText('The connection is lost. What you typed is kept')
    await expect(offline).toBeHidden()

    const stopped = ended(server)
    server.kill('SIGTERM')
    await stopped
    await expect(offline).toBeVisible()
    await drawer.getByLabel('Last name').fill('Survivor')
    await drawer.getByTestId('save').click()
    await expect(drawer.getByRole('alert')).toContainText('The server does not answer. What you typed is kept.')

    ;({ server } = await start(folder, url.replace('http://', '')))
    await expect(offline).toBeHidden()
    await expect(drawer.getByLabel('First name')).toHaveValue('Restart')
    await expect(drawer.getByLabel('Last name')).toHaveValue('Survivor')
    await drawer.getByTestId('save').click()
    await expect(drawer).toBeHidden()
    await page.getByRole('searchbox').fill('Survivor')
    await expect(page.getByRole('grid').getByText('Survivor')).toBeVisible()
  } finally {
    await context.close()
    const stopped = ended(server)
    server.kill('SIGTERM')
    await stopped
    rmSync(folder, { recursive: true, force: true })
  }
})

test('what somebody types stays while a part of the console can’t be loaded', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  try {
    const page = await context.newPage()
    const loaded = page.waitForResponse((answer) => Boolean(answer.request().postData()?.includes('UnreadConversations')))
    await signIn(page, 'owner', '/console/profile')
    await loaded // what is loaded without being asked for
    const name = page.getByLabel('First name')
    await name.fill('Unsaved')
    await context.route('**/console/assets/**', (route) => route.abort())
    const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
    await page.getByTestId('bell').click()
    await failed
    await expect(name).toHaveValue('Unsaved')
    await context.unroute('**/console/assets/**')
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
    await expect(name).toHaveValue('Unsaved')
    await page.keyboard.press('Escape')

    // The parts of another version are at other paths.
    await context.route('**/console/assets/**', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('button', { name: 'Your account' }).click()
    await expect(page.getByTestId('bell')).toBeHidden()
    await context.unroute('**/console/assets/**')
    await page.reload()
    await expect(name).not.toHaveValue('Unsaved')
  } finally {
    await context.close()
  }
})
