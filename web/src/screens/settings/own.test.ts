import { expect, test } from '@playwright/test'

import { clashes, merged, updateInput, valuesOf } from './own.ts'

const firm = { name: 'Bela', timeZone: 'UTC', lowBalanceThreshold: 5, requireOptIn: false, requireMfa: false, optOutWords: ['SAIR'], postalAddress: '', quietHours: null }

test('what differs is sent, and null removes', () => {
  const before = valuesOf(firm)
  expect(updateInput(before, before)).toEqual({})
  // A field of numbers has a text while somebody types.
  expect(updateInput(before, { ...before, lowBalanceThreshold: '50.50' })).toEqual({ lowBalanceThreshold: 50.5 })
  expect(updateInput(before, { ...before, lowBalanceThreshold: '', hasQuietHours: true })).toEqual({ lowBalanceThreshold: null, quietHours: { from: '21:00', to: '08:00' } })
  const quiet = valuesOf({ ...firm, quietHours: { from: '22:00', to: '07:00' } })
  expect(updateInput(quiet, { ...quiet, hasQuietHours: false, optOutWords: [] })).toEqual({ quietHours: null, optOutWords: [] })
})

test('words to opt out that two people have added stay, and quiet hours that both changed are a clash', () => {
  const before = valuesOf(firm)
  const theirs = valuesOf({ ...firm, optOutWords: ['SAIR', 'BAJA'], quietHours: { from: '20:00', to: '07:00' } })
  const mine = { ...before, optOutWords: ['SAIR', 'STOPP'] }
  expect(clashes(before, theirs, mine)).toEqual([])
  expect(merged(before, theirs, mine)).toEqual({ ...theirs, optOutWords: ['SAIR', 'BAJA', 'STOPP'] })
  expect(clashes(before, theirs, { ...mine, hasQuietHours: true })).toEqual(['quietHours'])
  expect(merged(before, theirs, { ...mine, hasQuietHours: true }).quietHours).toEqual({ from: '21:00', to: '08:00' })
})
