import { expect, test } from '@playwright/test'

import { newPassword } from './password.ts'

test('a new password fulfils the rule, and is never the same', () => {
  const passwords = Array.from({ length: 200 }, newPassword)
  for (const password of passwords) {
    expect(password).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[-+=?!]).{16}$/)
  }
  expect(new Set(passwords).size).toBe(200)
})
