import type { ChannelKind, MessageCategory, PricingChargeOn, PricingPriceInput, PricingUnit } from '../../api/generated/graphql.ts'
import { newKey } from '../../parts/key.ts'
import { categories, type Plan } from './queries.ts'

// Line is a price in the form. One without an amount is no price.
export interface Line {
  key: string
  category: MessageCategory
  country: string | null
  kind: ChannelKind | null
  unitPrice: number | ''
  unit: PricingUnit
  freePerMonth: number | ''
}

// PlanValues are the values of the form of a plan.
export interface PlanValues {
  name: string
  description: string
  currency: string
  isDefault: boolean
  isActive: boolean
  chargeOn: PricingChargeOn
  lines: Line[]
}

export const newLine = (category: MessageCategory, key: string = newKey()): Line => ({
  key, category, country: null, kind: null, unitPrice: '', unit: 'Message', freePerMonth: '',
})

// isGeneral reports whether a price is for messages to any country by any kind of channel.
export const isGeneral = ({ country, kind }: { country?: string | null; kind?: string | null }) => !country && !kind

// linesOf returns a line for each category, and then the prices for countries and kinds.
export function linesOf(plan: Plan | undefined): Line[] {
  const lines = (plan?.prices ?? []).map(({ category, country, kind, unitPrice, unit, freePerMonth }, at): Line => ({
    key: String(at), category, country: country ?? null, kind: kind ?? null, unitPrice, unit, freePerMonth: freePerMonth || '',
  }))
  const general = categories.map((category) => lines.find((line) => line.category === category && isGeneral(line)) ?? newLine(category, category))
  return [...general, ...lines.filter((line) => !isGeneral(line))]
}

export function inputsOf(lines: Line[]): PricingPriceInput[] {
  return lines.flatMap(({ category, country, kind, unitPrice, unit, freePerMonth }) =>
    unitPrice === '' ? [] : [{ category, country, kind, unitPrice: Number(unitPrice), unit, freePerMonth: Number(freePerMonth) }],
  )
}

// valuesOf returns the values of the form for a plan, or for a new one.
export const valuesOf = (plan: Plan | undefined): PlanValues => ({
  name: plan?.name ?? '',
  description: plan?.description ?? '',
  currency: plan?.currency ?? 'EUR',
  isDefault: plan?.isDefault ?? false,
  isActive: plan?.isActive ?? true,
  chargeOn: plan?.chargeOn ?? 'Sent',
  lines: linesOf(plan),
})

// Fact is a value of a plan: of a field, or a price by its category, country and kind.
export type Fact = Exclude<PlanValues[keyof PlanValues], Line[]> | PricingPriceInput | undefined

// changedFacts returns the names of what others have changed in a plan, each with what they saved and what the form has.
export function changedFacts(base: PlanValues, theirs: PlanValues, mine: PlanValues): { name: string; theirs: Fact; mine: Fact }[] {
  const [before, now, form] = [factsOf(base), factsOf(theirs), factsOf(mine)]
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(now.get(name)))
    .map((name) => ({ name, theirs: now.get(name), mine: form.get(name) }))
}

function factsOf({ lines, ...fields }: PlanValues): Map<string, Fact> {
  return new Map<string, Fact>([
    ...Object.entries(fields),
    ...inputsOf(lines).map((price): [string, Fact] => [[price.category, price.country, price.kind].filter(Boolean).join(' '), price]),
  ])
}
