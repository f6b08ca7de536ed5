import { expect, test } from '@playwright/test'

import { changesOf, clashesOf, mergedOf } from './changes.ts'

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

test('of a list that two people have changed, what each has added or removed counts', () => {
  const key = { name: 'Till', permissions: ['Contact:View', 'Contact:Delete', 'Contact:Edit'] }
  const theirs = { name: 'Till', permissions: ['Contact:View', 'Contact:Edit', 'Contact:Import'] }
  const mine = { name: 'Shop', permissions: ['Contact:View', 'Contact:Delete', 'MessagingChat:View'] }
  expect(clashesOf(key, theirs, mine)).toEqual([])
  expect(mergedOf(key, theirs, mine)).toEqual({ name: 'Shop', permissions: ['Contact:View', 'Contact:Import', 'MessagingChat:View'] })
  expect(mergedOf(key, theirs, key)).toEqual(theirs)
  expect(mergedOf(key, key, mine)).toEqual(mine)
})

test('a list that somebody has emptied, or that would become empty, is a clash', () => {
  const lists = (...hosts: string[]) => ({ ...before, hosts })
  for (const [known, theirs, mine] of [
    [lists(), lists('a'), lists('b')],
    [lists('a'), lists(), lists('a', 'b')],
    [lists('a'), lists('a', 'b'), lists()],
    [lists('a', 'b'), lists('a'), lists('b')],
  ] as const) {
    expect(clashesOf(known, theirs, mine)).toEqual(['hosts'])
    expect(mergedOf(known, theirs, mine)).toEqual(mine)
  }
})
