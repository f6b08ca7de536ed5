import { expect, test } from '@playwright/test'

import { diff } from './diff.ts'

test('a changed field stands on both sides', () => {
  expect(diff({ name: 'Sales', isActive: true }, { name: 'Selling', isActive: true })).toEqual([
    { before: 'isActive: true', after: 'isActive: true', changed: false },
    { before: 'name: Sales', after: 'name: Selling', changed: true },
  ])
})

test('an entry of a list is added alone', () => {
  expect(diff({ permissions: ['A', 'C'] }, { permissions: ['A', 'B', 'C'] })).toEqual([
    { before: 'permissions:', after: 'permissions:', changed: false },
    { before: '  A', after: '  A', changed: false },
    { before: undefined, after: '  B', changed: true },
    { before: '  C', after: '  C', changed: false },
  ])
})

test('what was created has nothing before, and what was deleted nothing after', () => {
  expect(diff(null, { name: 'x' })).toEqual([{ before: undefined, after: 'name: x', changed: true }])
  expect(diff({ name: 'x' }, null)).toEqual([{ before: 'name: x', after: undefined, changed: true }])
})
