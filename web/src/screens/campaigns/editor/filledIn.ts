import type { SampleContactQuery } from '../../../api/generated/graphql.ts'
import type { Field, Parameter } from './values.ts'

type Contact = NonNullable<SampleContactQuery['contactPage']>['items'][number]

// filledIn returns the values that the parameters have for a contact. Those without one are left out, so that
// the examples of the template stand in their places.
export function filledIn(parameters: Record<string, Parameter>, contact: Contact | undefined): Record<string, string> {
  const values = Object.entries(parameters).map(([name, { field, text, fallback }]) => [name, field ? (contact && fieldOf(contact, field as Field)) || fallback : text])
  return Object.fromEntries(values.filter(([, value]) => value?.trim()))
}

function fieldOf(contact: Contact, field: Field): string | null | undefined {
  const first = <Entry extends object>(entries: Entry[]) => entries.find((entry) => 'isPrimary' in entry && entry.isPrimary) ?? entries[0]
  switch (field) {
    case 'firstName':
    case 'lastName':
    case 'gender':
      return contact[field]
    case 'phone':
      return first(contact.phones)?.phone
    case 'email':
      return first(contact.emails)?.email
    default:
      return contact.addresses[0]?.[field]
  }
}
