import type { Values } from './values.ts'
import type { ContactWords } from './words.ts'

// textOf writes a field of a contact for people, each entry of a list with what tells it from another one.
export function textOf(words: ContactWords & { yes: string; no: string }, values: Values, field: keyof Values): string {
  const typed = (text: string, type: string, isPrimary: boolean) => `${text} (${[type, ...(isPrimary ? [words.primary] : [])].join(', ')})`
  const typeOf = (types: string[], type: number) => types[type] ?? words.ownType(type)
  switch (field) {
    case 'gender':
      return values.gender && words.genders[values.gender]
    case 'isActive':
      return values.isActive ? words.yes : words.no
    case 'tags':
      return values.tags.join(', ')
    case 'phones':
      return values.phones.map(({ phone, phoneCC, type, isPrimary }) => typed([phoneCC, phone].filter(Boolean).join(' '), typeOf(words.phoneTypes, type), isPrimary)).join(', ')
    case 'emails':
      return values.emails.map(({ email, type, isPrimary }) => typed(email, typeOf(words.emailTypes, type), isPrimary)).join(', ')
    case 'addresses':
      return values.addresses
        .map(({ type, line1, line2, landmark, city, state, country, pinCode }) => {
          const lines = [line1, line2, landmark, city, state, country, pinCode]
          return typed(lines.filter(Boolean).join(', '), typeOf(words.addressTypes, type), false)
        })
        .join('; ')
    default:
      return values[field]
  }
}
