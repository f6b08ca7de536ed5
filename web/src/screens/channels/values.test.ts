import { expect, test } from '@playwright/test'

import { empty, merged, rateOf, updateInput, type Values } from './values.ts'

const stored: Values = { ...empty, name: 'Shop', messagesPerSecond: '10', settings: { ...empty.settings, host: 'a.example', from: 'shop@a.example' } }
const change = (base: Values, part: Partial<Values>, settings: Partial<Values['settings']> = {}): Values => ({ ...base, ...part, settings: { ...base.settings, ...settings } })

test('a channel is sent what was changed alone, its settings as a whole', () => {
  expect(updateInput('Email', stored, stored)).toEqual({})
  expect(updateInput('Email', stored, change(stored, { name: 'Market' }))).toEqual({ name: 'Market' })
  expect(updateInput('Email', stored, change(stored, { messagesPerSecond: '5' }, { replyTo: 'me@a.example' }))).toEqual({
    messagesPerSecond: 5, settings: { host: 'a.example', port: 587, security: 'StartTls', from: 'shop@a.example', replyTo: 'me@a.example' },
  })
  expect(updateInput('Email', stored, change(stored, { secrets: { ...empty.secrets, password: null } }))).toEqual({ secrets: { password: null } })
})

test('the rate of a channel is the default of its kind where it is empty, and refused where it is no number', () => {
  for (const [text, rate] of [['', 10], [' ', 10], ['12', 12], ['many', 0], ['1.5', 0], ['1e400', 0]] as const) {
    expect(updateInput('Sms', stored, change(stored, { messagesPerSecond: text }))).toEqual({ messagesPerSecond: rate })
  }
  expect(rateOf('Sandbox', empty)).toBe(1000)
})

test('what others have saved is kept beside what a form has changed', () => {
  const theirs = change(stored, { name: 'Market' }, { host: 'b.example' })
  const mine = change(stored, { secrets: { ...empty.secrets, password: 'new' } }, { fromName: 'Shop' })
  expect(merged(stored, theirs, mine)).toEqual(change(theirs, { secrets: { ...empty.secrets, password: 'new' } }, { fromName: 'Shop' }))
})
