import { expect, test } from '@playwright/test'

import { inputsOf, linesOf, newLine } from './prices.ts'
import type { Plan } from './queries.ts'

const brazil = { category: 'Marketing', country: 'BR', kind: 'WhatsApp', unitPrice: 0.05, unit: 'Message', freePerMonth: 10, validFrom: '2026-11-01T00:00:00Z' } as const
const service = { category: 'Service', country: null, kind: null, unitPrice: 0, unit: 'Segment', freePerMonth: 0, validFrom: '2026-11-01T00:00:00Z' } as const

test('each category has a line, before those of countries and kinds', () => {
  const lines = linesOf({ prices: [brazil, service] } as unknown as Plan)
  expect(lines.map(({ category, country, unitPrice }) => [category, country, unitPrice])).toEqual([
    ['Marketing', null, ''], ['Utility', null, ''], ['Authentication', null, ''], ['Service', null, 0], ['Marketing', 'BR', 0.05],
  ])
  expect(inputsOf(lines)).toEqual([
    { category: 'Service', country: null, kind: null, unitPrice: 0, unit: 'Segment', freePerMonth: 0 },
    { category: 'Marketing', country: 'BR', kind: 'WhatsApp', unitPrice: 0.05, unit: 'Message', freePerMonth: 10 },
  ])
})

test('a line without an amount is no price', () => {
  expect(inputsOf([newLine('Marketing', 'a')])).toEqual([])
})
