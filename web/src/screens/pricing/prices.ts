import type { ChannelKind, MessageCategory, PricingChargeOn, PricingPriceInput, PricingUnit } from '../../api/generated/graphql.ts'
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

export const newLine = (category: MessageCategory, key: string = crypto.randomUUID()): Line => ({
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
