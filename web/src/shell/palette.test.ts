import { expect, test } from '@playwright/test'

import { deeds, deedsOf } from './palette.ts'

test('the palette offers what a user may begin', () => {
  const names = (permissions: string[], isSuperFirm = false) => deedsOf({ permissions, isSuperFirm }).map(({ name }) => name)
  expect(names(['Contact:View', 'Contact:Create', 'Users:View'])).toEqual(['newContact'])
  expect(names([])).toEqual([])
  // Who may do something on a page that they may not see is not led there.
  expect(names(['Contact:Create', 'Role:Create'])).toEqual([])
  expect(names([], true)).toEqual(['newFirm', 'newPlan', 'newRules'])
  expect(names(deeds.flatMap(({ permissions }) => permissions), true)).toEqual(deeds.map(({ name }) => name))
})
