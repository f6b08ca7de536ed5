import { expect, test } from '@playwright/test'

import { changesOf, clashesOf, inputOf, mergedOf, valuesOf } from './values.ts'

const phone = { id: '1', phone: '+55 11 98765-4321', phoneCC: '+55', type: 1, isPrimary: true }

test('only what differs is sent', () => {
  const before = { ...valuesOf(undefined), firstName: 'Ana', phones: [phone] }
  expect(changesOf(before, { ...before })).toEqual({})
  expect(changesOf(before, { ...before, gender: 'Female', tags: ['vip'] })).toEqual({ gender: 'Female', tags: ['vip'] })
  expect(changesOf({ ...before, profilePic: 'https://a.example/b.png' }, before)).toEqual({ profilePic: null })
})

test('empty entries at the end are not sent, and others are, for the server to refuse', () => {
  const empty = { phone: ' ', phoneCC: '', type: 1, isPrimary: false }
  expect(inputOf({ ...valuesOf(undefined), phones: [phone, empty] }).phones).toHaveLength(1)
  expect(inputOf({ ...valuesOf(undefined), phones: [empty, phone] }).phones).toHaveLength(2)
  expect(inputOf(valuesOf(undefined))).toMatchObject({ phones: [], emails: [] })
})

test('what others have changed beside a form is kept, and what they have removed is added anew', () => {
  const before = { ...valuesOf(undefined), firstName: 'Ana', phones: [phone] }
  const theirs = { ...before, firstName: 'Anna', phones: [] }
  const empty = { email: '', type: 0, isPrimary: true }
  expect(clashesOf(before, theirs, { ...before, lastName: 'Silva', emails: [empty] })).toEqual([])
  expect(mergedOf(before, theirs, { ...before, lastName: 'Silva', emails: [empty] })).toMatchObject({ firstName: 'Anna', lastName: 'Silva', phones: [], emails: [] })
  const mine = { ...before, phones: [{ ...phone, type: 2 }] }
  expect(clashesOf(before, theirs, mine)).toEqual(['phones'])
  expect(mergedOf(before, theirs, mine).phones).toEqual([{ ...phone, type: 2, id: undefined }])
})
