import { expect, test } from '@playwright/test'

import { newKey } from './key.ts'

test('each key is another', () => {
  expect(new Set(Array.from({ length: 100 }, newKey)).size).toBe(100)
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/)
})
