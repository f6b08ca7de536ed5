import { expect, test } from '@playwright/test'

import { tagged } from './tagging.ts'

const row = { id: 'a', tags: ['vip', 'new'] }

test('a contact has the tags of the changes that are about it, in their order', () => {
  expect(tagged(row, [{ contactIds: ['a', 'b'], tagsToAdd: ['spring'] }]).tags).toEqual(['vip', 'new', 'spring'])
  expect(tagged(row, [{ contactIds: ['a'], tagsToRemove: ['NEW'] }]).tags).toEqual(['vip'])
  expect(tagged(row, [{ contactIds: ['a'], tagsToAdd: ['x'] }, { contactIds: ['a'], tagsToRemove: ['x'] }]).tags).toEqual(row.tags)
})

test('a tag that a contact has already is not there twice', () => {
  expect(tagged(row, [{ contactIds: ['a'], tagsToAdd: ['Vip'] }]).tags).toEqual(row.tags)
})

test('other contacts, and lists without tags, stay the same', () => {
  expect(tagged(row, [{ contactIds: ['b'], tagsToAdd: ['spring'] }])).toBe(row)
  const bare: { id: string; tags?: string[] } = { id: 'a' }
  expect(tagged(bare, [{ contactIds: ['a'], tagsToAdd: ['spring'] }])).toBe(bare)
})
