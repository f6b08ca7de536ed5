import { expect, test } from '@playwright/test'

import { updateInput, valuesOf } from './own.ts'

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
