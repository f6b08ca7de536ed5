import type { Pending } from './outbox.ts'

// Commands are what the keys do with the open conversation, as far as the user may.
export interface Commands {
  reply?: () => void
  note?: () => void
  template?: () => void
  // edit takes the text and the file of what was refused into the empty field, and reports whether it was empty.
  edit?: (pending: Pending) => boolean
  toggleStatus?: () => void
  assignToMe?: () => void
  openContact?: () => void
}
