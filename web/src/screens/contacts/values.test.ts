import { expect, test } from '@playwright/test'

import { changesOf, inputOf, valuesOf } from './values.ts'

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
