// isComposing reports whether a key is for an input method, which makes a character of several keys. Safari sends the
// Enter that ends a composition after it, with the code of such keys.
export function isComposing({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}
