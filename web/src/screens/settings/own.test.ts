import { expect, test } from '@playwright/test'

import { changesOf, valuesOf } from './own.ts'

const firm = { name: 'Bela', timeZone: 'UTC', lowBalanceThreshold: 5, requireOptIn: false, requireMfa: false, optOutWords: ['SAIR'], postalAddress: '', quietHours: null }

test('what differs is sent, and null removes', () => {
  const before = valuesOf(firm)
  expect(changesOf(before, before)).toEqual({})
  expect(changesOf(before, { ...before, lowBalanceThreshold: '', hasQuietHours: true })).toEqual({ lowBalanceThreshold: null, quietHours: { from: '21:00', to: '08:00' } })
  const quiet = valuesOf({ ...firm, quietHours: { from: '22:00', to: '07:00' } })
  expect(changesOf(quiet, { ...quiet, hasQuietHours: false, optOutWords: [] })).toEqual({ quietHours: null, optOutWords: [] })
})
