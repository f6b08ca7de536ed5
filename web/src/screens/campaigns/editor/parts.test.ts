import { expect, test } from '@playwright/test'

import { changedParts, clashes, merged, yielded } from './parts.ts'
import { newValues } from './values.ts'

const sent = { ...newValues, name: 'Sale ', channelId: '1', templateId: '2', parameters: { code: { field: '', text: 'A', fallback: '' } } }
// The server has removed a space.
const known = { ...sent, name: 'Sale' }

test('what two people change in different parts is merged, and what the server removes is no change of others', () => {
  const theirs = { ...known, audience: { ...known.audience, tagsAny: ['vip'] }, messagesPerSecond: 5 }
  const mine = { ...sent, name: 'Sale of June' }
  expect(clashes({ sent, known }, theirs, mine)).toEqual([])
  expect(merged({ sent, known }, theirs, mine)).toEqual({ ...theirs, name: 'Sale of June' })
  expect(merged({ sent, known }, theirs, sent).name).toBe('Sale ')
})

test('a template and its parameters are one part', () => {
  const theirs = { ...known, templateId: '3', parameters: {} }
  const mine = { ...sent, parameters: { code: { field: '', text: 'B', fallback: '' } } }
  expect(changedParts(known, theirs)).toEqual(['message'])
  expect(clashes({ sent, known }, theirs, mine)).toEqual(['message'])
  expect(clashes({ sent, known }, theirs, { ...theirs })).toEqual([])
})

test('whoever takes what the other has saved keeps the parts that the other has not changed', () => {
  const mine = { ...sent, name: 'Mine', messagesPerSecond: 3 }
  expect(yielded({ sent, known }, { ...known, name: 'Theirs' }, mine)).toMatchObject({ name: 'Theirs', messagesPerSecond: 3 })
})
