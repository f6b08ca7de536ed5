import { expect, test } from '@playwright/test'

import { sum } from './sum.ts'

test('amounts add up without a remainder of binary fractions', () => {
  expect(sum(0.1, 0.2)).toBe(0.3)
  expect(sum(762.317, -0.017)).toBe(762.3)
})
