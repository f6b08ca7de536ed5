// Line is a line of a record before and after a change. A text is missing where there is no such line.
export interface Line {
  before?: string
  after?: string
  changed: boolean
}

// diff lays the lines of two values side by side.
export function diff(before: unknown, after: unknown): Line[] {
  const from = linesOf(before)
  const to = linesOf(after)
  // common[i][j] is how many lines the rests from i and from j have in common.
  const common = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0))
  for (let i = from.length - 1; i >= 0; i--) {
    for (let j = to.length - 1; j >= 0; j--) {
      common[i]![j] = from[i] === to[j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
    }
  }
  const lines: Line[] = []
  let [i, j] = [0, 0]
  while (i < from.length || j < to.length) {
    if (i < from.length && j < to.length && from[i] === to[j]) {
      lines.push({ before: from[i++], after: to[j++], changed: false })
      continue
    }
    const removed: string[] = []
    const added: string[] = []
    while ((i < from.length || j < to.length) && !(i < from.length && j < to.length && from[i] === to[j])) {
      if (i < from.length && (j === to.length || common[i + 1]![j]! >= common[i]![j + 1]!)) {
        removed.push(from[i++]!)
      } else {
        added.push(to[j++]!)
      }
    }
    for (let row = 0; row < Math.max(removed.length, added.length); row++) {
      lines.push({ before: removed[row], after: added[row], changed: true })
    }
  }
  return lines
}

// linesOf writes a value as people read it: a field a line, sorted by name.
function linesOf(value: unknown, name = '', depth = 0): string[] {
  const start = `${'  '.repeat(depth)}${name && `${name}: `}`
  if (Array.isArray(value)) {
    return value.length ? [`${start}`.trimEnd(), ...value.flatMap((item) => linesOf(item, '', depth + 1))] : [`${start}[]`]
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    const inner = fields.flatMap(([field, inside]) => linesOf(inside, field, name ? depth + 1 : depth))
    return name ? [start.trimEnd(), ...inner] : inner
  }
  return value === undefined || (value === null && !name) ? [] : `${start}${String(value)}`.split('\n')
}
