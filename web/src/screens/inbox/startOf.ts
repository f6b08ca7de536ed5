import type { Values } from '../contacts/values.ts'
import type { Conversation } from './queries.ts'

// startOf returns what is known of who writes and is no contact yet. It is undefined for an address that a contact
// cannot have, such as one that was erased.
export function startOf({ address }: Pick<Conversation, 'address'>): Partial<Values> | undefined {
  if (address.startsWith('+')) {
    return { phones: [{ phone: address, phoneCC: '', type: 1, isPrimary: true }] }
  }
  return address.includes('@') ? { emails: [{ email: address, type: 0, isPrimary: true }] } : undefined
}
