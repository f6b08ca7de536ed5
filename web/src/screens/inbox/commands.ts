// Commands are what the keys do with the open conversation, as far as the user may.
export interface Commands {
  reply?: () => void
  note?: () => void
  template?: () => void
  toggleStatus?: () => void
  assignToMe?: () => void
  openContact?: () => void
}
