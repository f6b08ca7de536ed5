import { expect, test } from '@playwright/test'

import { periodOf } from './period.ts'

test('an id has the time of its entry', () => {
  expect(periodOf('019aca3d-5c00-7abc-8def-0123456789ab')).toEqual({ from: '2025-11-28T11:33:28.240Z', to: '2025-11-28T11:33:32.240Z' })
})

test('other texts have none', () => {
  expect(periodOf('1')).toBeUndefined()
  expect(periodOf('019aca3d-5c00-4abc-8def-0123456789ab')).toBeUndefined()
})
