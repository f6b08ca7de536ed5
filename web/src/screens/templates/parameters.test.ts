import { expect, test } from '@playwright/test'

import { escaped, exampleOf, filled, namesIn, parametersOf, suggestions } from './parameters.ts'

test('parameters are found in texts, each once', () => {
  expect(namesIn(['Hello {{ firstName }}, {{order}} and {{order}}', '{{1}} {{no name}} {{_x}} {{ 12 }}'])).toEqual(['firstName', 'order', '1', '12'])
})

test('values stand in the place of parameters', () => {
  expect(filled('Hi {{firstName}}, {{order}}', { firstName: 'Ada', order: '' })).toBe('Hi Ada, {{order}}')
  expect(escaped('<b>"&')).toBe('&#60;b&#62;&#34;&#38;')
})

test('a new parameter has an example, and one that comes back has its old one', () => {
  expect(exampleOf('first_name')).toBe('Ada')
  expect(exampleOf('pick_up_point')).toBe('pick up point')
  expect(parametersOf(['firstName', 'order'], new Map([['order', '12']]))).toEqual([{ name: 'firstName', example: 'Ada' }, { name: 'order', example: '12' }])
  expect(suggestions(true)).toContain('first_name')
})
