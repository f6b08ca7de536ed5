import { expect, test } from '@playwright/test'

import { limitOf } from './limit.ts'

test('an answer is as long as its channel takes it, and the text of a file shorter', () => {
  expect(limitOf('Sms', false)).toBe(1600)
  expect(limitOf('WhatsApp', false)).toBe(4096)
  expect(limitOf('Sms', true)).toBe(1024)
  expect(limitOf('Email', true)).toBe(1024)
})
