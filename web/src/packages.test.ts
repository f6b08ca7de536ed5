import { readFileSync } from 'node:fs'

import { expect, test } from '@playwright/test'

test('the console has at most 25 direct packages', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>
  const names = Object.keys({ ...dependencies, ...devDependencies })
  expect(names.length).toBeGreaterThan(0)
  expect(names.length, names.join(', ')).toBeLessThanOrEqual(25)
})
