import { expect, test } from '@playwright/test'

import { clashes, merged } from './rows.ts'

const row = (id: string, propertyName: string, displayName = propertyName) => ({ id, propertyName, displayName })
const [view, edit, merge] = [row('1', 'View'), row('2', 'Edit'), row('3', 'Merge')]

test('what somebody else has added to a module, changed or removed stays so', () => {
  const mine = [row('1', 'View', 'See'), edit, row('', 'Count')]
  expect(clashes([view, edit], [view, edit, merge], mine)).toEqual([])
  expect(merged([view, edit], [view, edit, merge], mine)).toEqual([row('1', 'View', 'See'), edit, merge, row('', 'Count')])
  expect(merged([view, edit], [view, row('2', 'Edit', 'Write')], [view, edit, row('', 'Count')])).toEqual([view, row('2', 'Edit', 'Write'), row('', 'Count')])
  expect(merged([view, edit], [view], [row('1', 'View', 'See'), edit])).toEqual([row('1', 'View', 'See')])
  expect(merged([view, edit], [view, edit, merge], [view])).toEqual([view, merge])
})

test('a permission that two people have created by one name is one', () => {
  expect(merged([view], [view, merge], [view, row('', 'Merge', '')])).toEqual([view, merge])
  expect(clashes([view], [view, merge], [view, row('', 'Merge', 'Join')])).toEqual(['3'])
})

test('a permission that two people have changed, or one changed and the other removed, is a clash', () => {
  const mine = [view, row('2', 'Edit', 'Mine')]
  expect(clashes([view, edit], [view, row('2', 'Edit', 'Theirs')], mine)).toEqual(['2'])
  expect(merged([view, edit], [view, row('2', 'Edit', 'Theirs')], mine)).toEqual(mine)
  expect(clashes([view, edit], [view], mine)).toEqual(['2'])
  expect(merged([view, edit], [view], mine)).toEqual([view, row('', 'Edit', 'Mine')])
  expect(clashes([view, edit], [view, row('2', 'Edit', 'Theirs')], [view])).toEqual(['2'])
  expect(merged([view, edit], [view, row('2', 'Edit', 'Theirs')], [view])).toEqual([view])
})
