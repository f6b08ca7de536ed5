// newKey returns a key that makes a request happen once. It works on a page without https, too, where
// browsers have no crypto.randomUUID.
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
