import { newFirm, password } from './api.ts'
import { enterAs, expect, expectAccessible, test } from './people.ts'

const many = 101

test('behind a hundred drafts and campaigns the others are found by their names', async ({ page }) => {
  const email = await newFirm(page.request)
  const signedIn = await page.request.post('/api/v1/auth/login', { data: { email, password } })
  const { token } = (await signedIn.json()).data
  const ask = async <Data>(query: string, input: object): Promise<Data> => {
    const answer = await page.request.post('/graphql', { headers: { Authorization: `Bearer ${token}` }, data: { query, variables: { input } } })
    const { data, errors } = await answer.json()
    expect(errors).toBeUndefined()
    return data
  }
  const { createChannel } = await ask<{ createChannel: { id: string } }>('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', { name: 'Trial', kind: 'Sandbox' })
  const template = async (name: string) => {
    const { createTemplate } = await ask<{ createTemplate: { id: string } }>('mutation ($input: CreateTemplateInput!) { createTemplate(input: $input) { id } }', {
      name, language: 'en', category: 'Utility', kind: 'Sandbox', body: 'Your order is on its way.',
    })
    return createTemplate.id
  }
  const approved = await template('order_sent')
  await ask('mutation ($input: TemplateIdInput!) { submitTemplate(input: $input) { id } }', { id: approved })
  const campaign = async (name: string) => {
    const { createCampaign } = await ask<{ createCampaign: { id: string } }>('mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { id } }', {
      name, channelId: createChannel.id, templateId: approved, audience: { everyone: true },
    })
    return createCampaign.id
  }
  const oldest = await campaign('The oldest')
  for (let place = 0; place < many; place++) {
    const number = String(place).padStart(3, '0')
    await template(`aaa_${number}`)
    await campaign(`Campaign ${number}`)
  }
  const { sendMessages } = await ask<{ sendMessages: { accepted: unknown[] } }>('mutation ($input: SendMessagesInput!) { sendMessages(input: $input) { accepted { id } } }', {
    messages: [{ kind: 'Sandbox', to: '+12025550188', body: 'Good morning' }],
  })
  expect(sendMessages.accepted).toHaveLength(1)

  await enterAs(page, email, password, '/console/campaigns/new')
  await expect(page.getByRole('combobox', { name: 'Template' })).toHaveValue('order_sent · en')

  // The link of the report leads to the messages of a campaign, whose name is read.
  await page.goto(`/console/messages?campaign=${oldest}`)
  const filter = page.getByRole('combobox', { name: 'Campaign' })
  await expect(filter).toHaveValue('The oldest')
  await filter.fill('campaign 007')
  await page.getByRole('option', { name: 'Campaign 007' }).click()
  await expect(filter).toHaveValue('Campaign 007')
  await expect(page).not.toHaveURL(new RegExp(oldest))
  await expectAccessible(page)

  await page.goto('/console/campaigns')
  await expect(page.getByRole('row', { name: /Campaign 100/ })).toContainText('order_sent')
  const templates = page.getByRole('combobox', { name: 'Template' })
  await templates.fill('order')
  await page.getByRole('option', { name: 'order_sent · en' }).click()
  await expect(page).toHaveURL(new RegExp(`template=${approved}`))
  await page.reload()
  await expect(templates).toHaveValue('order_sent · en')
  await expectAccessible(page)

  await page.goto('/console/inbox')
  await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').click()
  await page.getByRole('button', { name: 'Template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send a template' })
  await dialog.getByRole('combobox', { name: 'Template' }).fill('order')
  await page.getByRole('option', { name: 'order_sent (en)' }).click()
  await dialog.getByTestId('send-template').click()
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('Your order is on its way.')
})
