import { expect, test } from '@playwright/test'

import { fileLimit } from './fileLimit.ts'

test('a file is as large as its channel sends files of its type', () => {
  const limits = { image: 1, video: 2, audio: 3, other: 4 }
  const types = ['image/png', 'video/mp4', 'audio/ogg', 'application/pdf', 'image/svg+xml', '']
  expect(types.map((type) => fileLimit(limits, { type }))).toEqual([1, 2, 3, 4, 4, 4])
  expect(fileLimit(undefined, { type: 'image/png' })).toBe(Infinity)
})
