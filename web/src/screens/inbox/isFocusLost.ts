// isFocusLost reports whether what had the focus is gone or hidden: on a phone, the list and the open conversation take the
// place of each other.
export function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.getClientRects().length === 0
}
