import { expect, test } from '@playwright/test'

import { changesOf } from './changes.ts'

test('each price that differs is a change, and the others are not', () => {
  const before = { name: 'Old', prices: { Marketing: 0.07, Utility: 0.01, Service: 0 } }
  const after = { name: 'New', prices: { Marketing: 0.08, Utility: 0.01, Authentication: 0.02 } }
  expect(changesOf(before, after)).toEqual([
    { name: 'name', price: false, before: 'Old', after: 'New' },
    { name: 'Marketing', price: true, before: 0.07, after: 0.08 },
    { name: 'Service', price: true, before: 0, after: undefined },
    { name: 'Authentication', price: true, before: undefined, after: 0.02 },
  ])
})

test('a plan that was created has no values before', () => {
  expect(changesOf(null, { name: 'New', prices: { Marketing: 0.07 } })).toEqual([
    { name: 'name', price: false, before: undefined, after: 'New' },
    { name: 'Marketing', price: true, before: undefined, after: 0.07 },
  ])
})
