import { expect, test } from '@playwright/test'

import { newKey, sum } from './key.ts'

test('each key is another, and amounts add up without a remainder of binary fractions', () => {
  expect(new Set(Array.from({ length: 100 }, newKey)).size).toBe(100)
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/)
  expect(sum(0.1, 0.2)).toBe(0.3)
  expect(sum(762.317, -0.017)).toBe(762.3)
})
