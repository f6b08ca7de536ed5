import { expect, test } from '@playwright/test'

import type { Campaign } from '../queries.ts'
import { inputOf, isComplete, newValues, parametersFor, valuesOf } from './values.ts'

const chosen = { ...newValues, name: 'Sale', channelId: '1', templateId: '2' }

test('a parameter with the name of a field is taken from the contact, and what was chosen stays', () => {
  const parameters = [{ name: 'firstName', example: 'Ana' }, { name: 'code', example: 'SUN26' }, { name: 'unsubscribeUrl', example: 'https://a.example' }]
  const first = parametersFor({ parameters }, {})
  expect(first).toEqual({ firstName: { field: 'firstName', text: '', fallback: '' }, code: { field: '', text: '', fallback: '' } })
  expect(parametersFor({ parameters }, { ...first, code: { field: '', text: 'X', fallback: '' } }).code?.text).toBe('X')
})

test('a campaign is complete with an audience and a text for each parameter', () => {
  expect(isComplete(chosen)).toBe(true)
  expect(isComplete({ ...chosen, name: ' ' })).toBe(false)
  expect(isComplete({ ...chosen, who: 'filter' })).toBe(false)
  expect(isComplete({ ...chosen, parameters: { code: { field: '', text: '', fallback: 'x' } } })).toBe(false)
  expect(isComplete({ ...chosen, parameters: { code: { field: 'city', text: '', fallback: '' } } })).toBe(true)
})

test('the input has one audience, and null for what is not chosen', () => {
  expect(inputOf({ ...chosen, audience: { ...chosen.audience, importId: '9', tagsAny: ['vip'] } }, 'UTC')).toEqual({
    name: 'Sale', channelId: '1', templateId: '2', audience: { everyone: true, tagsAll: [], tagsAny: ['vip'], tagsNone: [] },
    parameters: {}, scheduledAt: null, timeZone: 'Firm', quietHours: null, messagesPerSecond: null,
  })
  const parameters = { name: { field: 'firstName', text: 'ignored', fallback: 'you' }, city: { field: 'city', text: '', fallback: ' ' }, code: { field: '', text: 'SUN', fallback: 'ignored' } }
  expect(inputOf({ ...chosen, parameters }, 'UTC').parameters).toEqual({ name: { field: 'firstName', fallback: 'you' }, city: { field: 'city' }, code: { text: 'SUN' } })
})

test('a stored campaign is sent as it was read', () => {
  const values = {
    ...chosen, who: 'filter' as const, audience: { ...chosen.audience, filter: { searchTerm: 'ana' } }, scheduledAt: '2026-12-24T18:00',
    ownQuietHours: true, messagesPerSecond: 5, parameters: { code: { field: '', text: 'SUN', fallback: '' } },
  }
  const input = inputOf(values, 'America/Sao_Paulo')
  expect(valuesOf(input as unknown as Campaign, 'America/Sao_Paulo')).toEqual(values)
})
