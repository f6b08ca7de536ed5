import { expect, test } from '@playwright/test'

import { read, write } from './useFilter.ts'

test('a filter is read as it was written', () => {
  const filter = { search: 'ana & co', tags: ['vip', 'a,b'], sort: 'lastName' as const, descending: false }
  expect(read(write(new URLSearchParams('other=1'), filter))).toEqual(filter)
  expect(write(new URLSearchParams('other=1'), filter).get('other')).toBe('1')
})

test('the newest contacts come first, also with an order that does not exist', () => {
  expect(read(new URLSearchParams())).toEqual({ search: '', tags: [], sort: 'createdAt', descending: true })
  expect(read(new URLSearchParams('sort=-password')).sort).toBe('createdAt')
  expect(write(new URLSearchParams('sort=x'), read(new URLSearchParams())).toString()).toBe('')
})
