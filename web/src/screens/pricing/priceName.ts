import { countryName } from './countries.ts'

interface Words {
  categories: Record<string, string>
  kinds: Record<string, string>
}

// priceName names what a price is for in words: its category, and the country and the kind of channel if it has them.
export function priceName({ category, country, kind }: { category?: string; country?: string | null; kind?: string | null }, words: Words, language: string): string {
  return [category && (words.categories[category] ?? category), country && countryName(country, language), kind && (words.kinds[kind] ?? kind)].filter(Boolean).join(' · ')
}

// nameIn is priceName for the name that a price has in the audit log, such as Marketing BR WhatsApp.
export function nameIn(name: string, words: Words, language: string): string {
  const [category, ...rest] = name.split(' ')
  return priceName({ category, country: rest.find((part) => !(part in words.kinds)), kind: rest.find((part) => part in words.kinds) }, words, language)
}
