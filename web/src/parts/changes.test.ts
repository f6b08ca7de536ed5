import { expect, test } from '@playwright/test'

import { changesOf, clashesOf } from './changes.ts'

const before = { name: 'Shop', hosts: ['a'], quiet: null as { from: string } | null }

test('what was not changed is left out', () => {
  expect(changesOf(before, { ...before, hosts: ['a'] })).toEqual({})
  expect(changesOf(before, { name: 'Shop', hosts: [], quiet: { from: '21:00' } })).toEqual({ hosts: [], quiet: { from: '21:00' } })
  expect(changesOf({ ...before, quiet: { from: '21:00' } }, before)).toEqual({ quiet: null })
})

test('only what both have changed, and not to the same, is a clash', () => {
  const theirs = { ...before, name: 'Store' }
  expect(clashesOf(before, theirs, { ...before, hosts: ['b'] })).toEqual([])
  expect(clashesOf(before, theirs, { ...before, name: 'Store' })).toEqual([])
  expect(clashesOf(before, theirs, { ...before, name: 'Market', hosts: ['b'] })).toEqual(['name'])
})
