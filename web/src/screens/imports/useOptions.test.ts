import { expect, test } from '@playwright/test'

import { readOptions, writeOptions } from './useOptions.ts'

test('options are read as they were written', () => {
  const options = { tags: ['a', 'b&c'], phoneCC: '+55', updateExisting: false, reject: true, mapping: { Celular: 'phone', 'Notas, etc.': '' } }
  expect(readOptions(writeOptions(options))).toEqual(options)
  expect(writeOptions(readOptions(''))).toBe('')
})
