import type { Conversation } from './queries.ts'

// nameOf returns the name of the other side, or the address of who has none.
export function nameOf({ contactName, address }: Pick<Conversation, 'contactName' | 'address'>): string {
  return contactName?.trim() || address
}
