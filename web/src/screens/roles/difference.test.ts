import { expect, test } from '@playwright/test'

import { difference, merge } from './difference.ts'

const set = (ids: string) => new Set(ids)

test('a difference has what was added and removed', () => {
  expect(difference(set('abc'), set('bcd'))).toEqual({ added: ['d'], removed: ['a'] })
  expect(difference(set('ab'), set('ba'))).toEqual({ added: [], removed: [] })
})

test('a merge keeps what both have changed', () => {
  expect([...merge(set('abc'), set('bcd'), set('abe'))].sort().join('')).toBe('bde')
  // Both removed a, and both added d.
  expect([...merge(set('ab'), set('bd'), set('bd'))].sort().join('')).toBe('bd')
})
