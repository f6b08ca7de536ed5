import { expect, test } from '@playwright/test'

import { changedFacts, inputsOf, linesOf, newLine, valuesOf } from './prices.ts'
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

test('what others have changed is shown beside the form', () => {
  const plan = (name: string, ...prices: unknown[]) => valuesOf({ name, prices } as unknown as Plan)
  const base = plan('A', brazil, service)
  expect(changedFacts(base, plan('A', service, brazil), plan('B'))).toEqual([])
  expect(changedFacts(base, plan('C', { ...brazil, unitPrice: 0.06 }), plan('B', brazil, service))).toEqual([
    { name: 'name', theirs: 'C', mine: 'B' },
    { name: 'Service', theirs: undefined, mine: { category: 'Service', country: null, kind: null, unitPrice: 0, unit: 'Segment', freePerMonth: 0 } },
    {
      name: 'Marketing BR WhatsApp',
      theirs: { category: 'Marketing', country: 'BR', kind: 'WhatsApp', unitPrice: 0.06, unit: 'Message', freePerMonth: 10 },
      mine: { category: 'Marketing', country: 'BR', kind: 'WhatsApp', unitPrice: 0.05, unit: 'Message', freePerMonth: 10 },
    },
  ])
})
