import { expect, test } from '@playwright/test'

import { clashes, merged, newValues, updateInput, type Values } from './values.ts'

const stored: Values = { ...newValues('Sandbox'), name: 'order', body: 'Hello {{name}}', parameters: [{ name: 'name', example: 'Ada' }] }

test('a template is sent the parts that were changed alone', () => {
  expect(updateInput('1', stored, stored)).toEqual({ id: '1' })
  expect(updateInput('1', { ...stored, footer: 'Shop' }, { ...stored, category: 'Service' })).toEqual({ id: '1', category: 'Service', footer: null })
})

test('parts that others have changed are kept, with the examples of both', () => {
  const theirs = { ...stored, body: 'Order {{order}}', parameters: [{ name: 'order', example: '7' }] }
  const mine: Values = { ...stored, header: { type: 'Text', text: 'For {{name}}' }, parameters: [{ name: 'name', example: 'Grace' }] }
  expect(clashes(stored, theirs, mine)).toEqual([])
  expect(merged(stored, theirs, mine)).toEqual({ ...theirs, header: mine.header, parameters: [{ name: 'name', example: 'Grace' }, { name: 'order', example: '7' }] })
  expect(clashes(stored, theirs, { ...mine, body: 'Dear {{name}}' })).toEqual(['body'])
})
