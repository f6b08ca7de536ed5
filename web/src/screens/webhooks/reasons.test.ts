import { readdirSync, readFileSync } from 'node:fs'

import { expect, test } from '@playwright/test'

import { reasonIn, reasons } from './reasons.ts'

test('the reasons of the server are in all languages', () => {
  const folder = '../internal/domain/webhook/'
  const source = readdirSync(folder).filter((name) => name.endsWith('.go') && !name.endsWith('_test.go')).map((name) => readFileSync(folder + name, 'utf8')).join('\n')
  const written = [...source.matchAll(/(?:l\.disable\(ctx, w, |const lostReason = )("[^"]*"(?: \+\s*"[^"]*")*)/g)].map(([, text = '']) => text.replace(/" \+\s*"/g, '').slice(1, -1))
  expect(written).toHaveLength(4)
  expect(Object.keys(reasons).sort()).toEqual(written.sort())
})

test('a reason that is not known stays as it is', () => {
  expect(reasonIn('pt', 'The receiver has failed for 5 days.')).toBe('O destinatário falha há 5 dias.')
  expect(reasonIn('en', 'The receiver has failed for 5 days.')).toBe('The receiver has failed for 5 days.')
  expect(reasonIn('es', 'Something else.')).toBe('Something else.')
})
