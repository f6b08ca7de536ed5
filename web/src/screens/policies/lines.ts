// Fault is what is wrong with a line, by its name in words.ts.
export type Fault = 'kind' | 'subject' | 'role' | 'firm' | 'permission' | 'effect' | 'twice' | 'known' | { fields: number }

export interface Line {
  // number is that of the line in the text, from 1.
  number: number
  // line is the rule as casbin writes it.
  line: string
  fault?: Fault
}

// read returns the rules of a text in the form of casbin's policy.csv, each with its first fault. The
// server decides in the end; permissions and known say what it has.
export function read(text: string, permissions: ReadonlySet<string>, known: ReadonlySet<string> = new Set()): Line[] {
  const seen = new Set<string>()
  const found: Line[] = []
  text.split('\n').forEach((raw, index) => {
    const fields = fieldsOf(raw)
    if (fields.length === 1 && fields[0] === '') {
      return
    }
    const line = fields.join(', ')
    const fault = faultOf(fields, permissions) ?? (seen.has(line) ? 'twice' : known.has(line) ? 'known' : undefined)
    seen.add(line)
    found.push({ number: index + 1, line, fault })
  })
  return found
}

// fresh returns the lines of a file without those that are known or stand there twice, and how many
// those are. Lines that cannot be read stay, so that they can be repaired.
export function fresh(text: string, known: ReadonlySet<string>): { text: string; skipped: number } {
  const seen = new Set(known)
  let skipped = 0
  const left = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/).filter((raw) => {
    const line = fieldsOf(raw).join(', ')
    const again = line !== '' && seen.has(line)
    skipped += again ? 1 : 0
    seen.add(line)
    return !again
  })
  return { text: left.join('\n').trim(), skipped }
}

// write returns rules in the form of casbin's policy.csv, each below its note.
export function write(rules: { line: string; note: string | null }[]): string {
  return rules.map(({ line, note }) => `${note ? `# ${note.replace(/\s+/g, ' ')}\n` : ''}${line}\n`).join('')
}

// fieldsOf splits a line. What stands after a number sign is a comment, and a field may be in quotes.
function fieldsOf(raw: string): string[] {
  return raw.replace(/#.*/, '').split(',').map((field) => field.trim().replace(/^"(.*)"$/, '$1').trim())
}

const subject = /^(user|apiclient|role):[^\s*]+$/
const firm = /^(\*|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function faultOf(fields: string[], permissions: ReadonlySet<string>): Fault | undefined {
  const [kind, who = ''] = fields
  if (kind !== 'p' && kind !== 'g') {
    return 'kind'
  }
  const count = kind === 'p' ? 6 : 4
  if (fields.length !== count) {
    return { fields: count }
  }
  if (!subject.test(who)) {
    return 'subject'
  }
  if (kind === 'g') {
    return !fields[2]?.startsWith('role:') || !subject.test(fields[2]) ? 'role' : !firm.test(fields[3] ?? '') ? 'firm' : undefined
  }
  const [, , where = '', module = '', action = '', effect = ''] = fields
  if (!firm.test(where)) {
    return 'firm'
  }
  const some = [...permissions].some((permission) => {
    const [itsModule, itsAction] = permission.split(':')
    return (module === '*' || module === itsModule) && (action === '*' || action === itsAction)
  })
  if (!some) {
    return 'permission'
  }
  return effect === 'allow' || effect === 'deny' ? undefined : 'effect'
}

// Choice is what can stand in a field.
export interface Choice {
  value: string
  // label names what the value stands for, such as a firm.
  label?: string
}

export interface Choices {
  subjects: Choice[]
  firms: Choice[]
  permissions: ReadonlySet<string>
}

// typedAt returns what is typed in the field of the caret, if that names a subject or a firm.
export function typedAt(text: string, caret: number): { of: 'subject' | 'firm'; typed: string } | undefined {
  const before = text.slice(text.lastIndexOf('\n', caret - 1) + 1, caret)
  const fields = fieldsOf(before)
  const typed = fields.at(-1) ?? ''
  switch (before.includes('#') ? '' : `${fields[0]} ${fields.length - 1}`) {
    case 'p 1':
    case 'g 1':
      return { of: 'subject', typed }
    case 'p 2':
    case 'g 3':
      return { of: 'firm', typed }
  }
  return undefined
}

// suggest returns what can stand in the field of the caret, and from where to where it would.
export function suggest(text: string, caret: number, { subjects, firms, permissions }: Choices): { from: number; to: number; choices: Choice[] } {
  const begin = text.lastIndexOf('\n', caret - 1) + 1
  const before = text.slice(begin, caret)
  const fields = fieldsOf(before)
  const typed = fields.at(-1) ?? ''
  const from = caret - before.slice(before.lastIndexOf(',') + 1).trimStart().length
  const rest = /^[^,\n]*/.exec(text.slice(caret))?.[0] ?? ''
  const to = caret + rest.trimEnd().length
  const all = choicesOf(fields)
  const wanted = typed.toLowerCase()
  const choices = all.filter(({ value, label }) => value !== typed && `${value} ${label ?? ''}`.toLowerCase().includes(wanted)).slice(0, 8)
  return { from, to, choices: before.includes('#') ? [] : choices }

  function choicesOf([kind, , , module]: string[]): Choice[] {
    const place = fields.length - 1
    const modules = new Set([...permissions].map((permission) => permission.split(':')[0] ?? ''))
    const actions = new Set([...permissions].filter((permission) => module === '*' || permission.startsWith(`${module}:`)).map((permission) => permission.split(':')[1] ?? ''))
    const every = { value: '*' }
    switch (`${kind} ${place}`) {
      case 'p 1':
      case 'g 1':
        return subjects
      case 'g 2':
        return subjects.filter(({ value }) => value.startsWith('role:'))
      case 'p 2':
      case 'g 3':
        return [every, ...firms]
      case 'p 3':
        return [every, ...[...modules].map((value) => ({ value }))]
      case 'p 4':
        return [every, ...[...actions].map((value) => ({ value }))]
      case 'p 5':
        return [{ value: 'allow' }, { value: 'deny' }]
      default:
        return place === 0 ? [{ value: 'p', label: 'p, subject, firm, module, action, effect' }, { value: 'g', label: 'g, subject, role, firm' }] : []
    }
  }
}
