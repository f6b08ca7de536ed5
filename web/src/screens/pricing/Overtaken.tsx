import { Conflict } from '../../parts/Conflict.tsx'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useLanguage, useWords } from '../../words/language.ts'
import { nameIn } from './priceName.ts'
import { changedFacts, type Fact, type PlanValues } from './prices.ts'
import { pricing } from './words.ts'

interface Props {
  base: PlanValues
  theirs: PlanValues
  mine: PlanValues
  take: () => void
  save: () => void
}

// Overtaken shows what somebody else has saved of a plan beside what the form has.
export function Overtaken({ base, theirs, mine, take, save }: Props) {
  const words = { ...useWords(general), ...useWords(pricing) }
  const language = useLanguage()
  const format = useFormat()
  const named: Record<string, string> = { name: words.name, description: words.description, isDefault: words.isDefault, isActive: words.isActive, currency: words.currency, chargeOn: words.chargeOn }
  const write = (name: string, fact: Fact) => {
    if (typeof fact === 'object') {
      const free = fact.freePerMonth ? `, ${words.freeUnits(format.number(fact.freePerMonth))}` : ''
      return `${format.money(fact.unitPrice, theirs.currency)} ${words.units[fact.unit ?? 'Message']}${free}`
    }
    if (typeof fact === 'boolean') {
      return fact ? words.yes : words.no
    }
    return name === 'chargeOn' ? words.chargedOn[fact === 'Delivered' ? 'Delivered' : 'Sent'] : (fact ?? words.free)
  }
  const differences = changedFacts(base, theirs, mine).map((fact) => ({ label: named[fact.name] ?? nameIn(fact.name, words, language), theirs: write(fact.name, fact.theirs), mine: write(fact.name, fact.mine) }))
  return <Conflict differences={differences} take={take} save={save} />
}
