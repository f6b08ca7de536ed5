import { changesOf } from '../../../parts/changes.ts'
import { inputOf, type Values } from './values.ts'

// parts are what two people can change beside each other: a template belongs to its channel, and parameters to their template.
const parts = {
  name: ['name'],
  message: ['channelId', 'templateId', 'parameters'],
  audience: ['who', 'audience'],
  when: ['scheduledAt', 'timeZone'],
  ownQuietHours: ['ownQuietHours', 'quietHours'],
  speed: ['messagesPerSecond'],
} satisfies Record<string, (keyof Values)[]>

export type Part = keyof typeof parts

const names = Object.keys(parts) as Part[]

// changedParts returns the parts whose input differs between two states of the form.
export function changedParts(one: Values, other: Values): Part[] {
  // The fields of a part that are inputs too have its whole input. Both states are of the same zone, whichever that is.
  const changed = Object.keys(changesOf(inputOf(one, 'UTC'), inputOf(other, 'UTC')))
  return names.filter((part) => parts[part].some((field) => changed.includes(field)))
}

// Stored is what the server has: as the form has sent it, and as the server has answered, which removes spaces for example.
export interface Stored {
  sent: Values
  known: Values
}

// merged returns the form with the parts that somebody else has changed since, except those that the form has changed itself.
export function merged({ sent, known }: Stored, theirs: Values, mine: Values): Values {
  const own = changedParts(sent, mine)
  const taken = changedParts(known, theirs).filter((part) => !own.includes(part))
  return { ...mine, ...pick(theirs, taken) }
}

// clashes returns the parts that both the form and somebody else have changed.
export function clashes({ sent, known }: Stored, theirs: Values, mine: Values): Part[] {
  const both = changedParts(sent, mine).filter((part) => changedParts(known, theirs).includes(part))
  return both.filter((part) => changedParts(theirs, mine).includes(part))
}

// yielded returns the form with what somebody else has changed, also in the parts that the form has changed itself.
export function yielded(stored: Stored, theirs: Values, mine: Values): Values {
  return { ...merged(stored, theirs, mine), ...pick(theirs, clashes(stored, theirs, mine)) }
}

function pick(values: Values, chosen: Part[]): Partial<Values> {
  const fields: (keyof Values)[] = chosen.flatMap((part) => parts[part])
  return Object.fromEntries(fields.map((field) => [field, values[field]]))
}
