// around is how far the time in an id may be from that of its entry, in milliseconds.
const around = 2000

// periodOf returns a period that has the entry with an id, which begins with the time of its making (UUIDv7, RFC 9562), or
// undefined for a text that is no such id.
export function periodOf(id: string): { from: string; to: string } | undefined {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.exec(id) ?? []
  if (!high || !low) {
    return undefined
  }
  const time = Number.parseInt(high + low, 16)
  return { from: new Date(time - around).toISOString(), to: new Date(time + around).toISOString() }
}
