import { as, newFirm, password } from './api.ts'
import { enterAs, expect, expectAccessible, test } from './people.ts'
import { Provider, write } from './whatsapp.ts'

const accessToken = 'EAAG-double'
const secret = 'app-secret'
const phoneNumberId = '106540352242922'
const account = '102290129340398'

test('WhatsApp is connected, tested, verified, written to, and its templates are read', async ({ page }) => {
  const provider = new Provider()
  const api = await provider.start(accessToken)
  try {
    const owner = await newFirm(page.request)
    await enterAs(page, owner, password, '/console/channels')
    await page.getByTestId('new-channel').or(page.getByRole('link', { name: 'Connect a channel' })).first().click()
    await page.getByRole('button', { name: /^WhatsApp/ }).click()
    await page.getByLabel('Name').fill('Shop')
    await page.getByLabel(/^Phone number ID/).fill(phoneNumberId)
    await page.getByLabel('WhatsApp Business account ID').fill(account)
    await page.getByLabel(/^Access token/).fill('wrong')
    await page.getByLabel(/^App secret/).fill(secret)
    await page.getByRole('button', { name: 'Invent one for me' }).click()
    const verifyToken = await page.getByLabel(/^Verify token/).inputValue()
    await page.getByRole('button', { name: 'More settings' }).click()
    await page.getByLabel('Address of the API').fill(api)
    await expectAccessible(page)
    await page.getByTestId('save').click()

    const atProvider = page.getByRole('region', { name: 'At the provider' })
    const hook = await atProvider.getByText(/^http.*\/hooks\//).innerText()
    const verified = (token: string) => page.request.get(`${hook}?hub.mode=subscribe&hub.verify_token=${encodeURIComponent(token)}&hub.challenge=1158201444`)
    expect((await verified('another')).ok()).toBe(false)
    expect(await (await verified(verifyToken)).text()).toBe('1158201444')

    // The provider says what is wrong, and the test succeeds once that is corrected.
    const facts = page.getByRole('region', { name: 'About the channel' })
    await page.getByRole('button', { name: 'Test now' }).click()
    await expect(page.getByTestId('test-result')).toContainText('Invalid OAuth access token')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Edit' }).click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('button', { name: 'Replace: Access token' }).click()
    await panel.getByLabel(/^Access token/).fill(accessToken)
    await panel.getByTestId('save').click()
    await expect(panel).toBeHidden()
    await page.getByRole('button', { name: /^Test (now|again)$/ }).click()
    await expect(page.getByTestId('test-result')).toContainText('The channel works')
    await expect(facts).not.toContainText('No test has succeeded yet')

    const from = '4915112345678'
    expect((await write(page.request, hook, { phoneNumberId, secret: 'another', from, text: 'Forged' })).ok()).toBe(false)
    expect((await write(page.request, hook, { phoneNumberId, secret, from, text: 'Are you open?' })).status()).toBe(200)
    await page.getByTestId('nav-inbox').click()
    await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option', { name: 'Ana Souza' }).click()
    await expect(page.getByRole('log', { name: 'Messages' }).getByText('Are you open?')).toBeVisible()
    await expect(page.getByText('You can write freely for 23 hours more.').or(page.getByText('You can write freely for 24 hours more.'))).toBeVisible()
    await expect(page.getByText('Forged')).toHaveCount(0)

    // A template that somebody has written at Meta.
    const written = await page.request.post(`${api}/v23.0/${account}/message_templates`, {
      headers: { Authorization: `Bearer ${accessToken}` },
      data: { name: 'approved_opening', language: 'en', category: 'UTILITY', components: [{ type: 'BODY', text: 'We open on Monday.' }] },
    })
    expect(written.ok()).toBe(true)
    await page.getByTestId('nav-templates').click()
    const sync = page.getByRole('button', { name: 'Synchronize with WhatsApp' })
    await sync.click()
    await expect(page.getByText('From WhatsApp: 1 new, 0 changed.')).toBeVisible()
    await expect(page.getByRole('row', { name: /approved_opening/ })).toContainText('Approved')
    await expectAccessible(page)
    await sync.click()
    await expect(page.getByText('From WhatsApp: 0 new, 0 changed.')).toBeVisible()
    await page.getByRole('link', { name: 'approved_opening' }).click()
    await expect(page.getByTestId('preview')).toContainText('We open on Monday.')

    // What the provider does not answer is said in words.
    provider.stop()
    await page.getByTestId('nav-templates').click()
    await sync.click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    const { channels } = await as<{ channels: { name: string; status: string }[] }>(page.request, owner, password, '{ channels { name status } }')
    expect(channels).toEqual([{ name: 'Shop', status: 'Active' }])
  } finally {
    provider.stop()
  }
})
