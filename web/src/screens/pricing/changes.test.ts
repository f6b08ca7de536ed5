import { expect, test } from '@playwright/test'

import { changesOf } from './changes.ts'

test('each price that differs is a change, and the others are not', () => {
  const before = { name: 'Old', prices: { Marketing: 0.07, Utility: 0.01, Service: 0 } }
  const after = { name: 'New', prices: { Marketing: 0.08, Utility: 0.01, Authentication: 0.02 } }
  expect(changesOf(before, after)).toEqual([
    { name: 'name', of: 'field', before: 'Old', after: 'New' },
    { name: 'Marketing', of: 'price', before: 0.07, after: 0.08 },
    { name: 'Service', of: 'price', before: 0, after: undefined },
    { name: 'Authentication', of: 'price', before: undefined, after: 0.02 },
  ])
})

test('a plan that was created has no values before', () => {
  expect(changesOf(null, { name: 'New', prices: { Marketing: 0.07 } })).toEqual([
    { name: 'name', of: 'field', before: undefined, after: 'New' },
    { name: 'Marketing', of: 'price', before: undefined, after: 0.07 },
  ])
})

test('a unit and the free ones of a price are changes of their own', () => {
  expect(changesOf({ units: {}, freePerMonth: { Utility: 5 } }, { units: { 'Marketing BR': 'Segment' } })).toEqual([
    { name: 'Marketing BR', of: 'unit', before: undefined, after: 'Segment' },
    { name: 'Utility', of: 'free', before: 5, after: undefined },
  ])
})
