import type { UseFormReturnType } from '@mantine/form'

import type { ContactQuery, UpdateContactInput } from '../../api/generated/graphql.ts'
import * as changes from '../../parts/changes.ts'

export type Contact = NonNullable<ContactQuery['contact']>

// Values are those of the form of a contact.
export type Values = Required<Pick<Contact, 'firstName' | 'lastName' | 'isActive' | 'tags'>> & {
  gender: NonNullable<Contact['gender']> | ''
  profilePic: string
  phones: (Omit<Contact['phones'][number], 'id'> & { id?: string })[]
  emails: (Omit<Contact['emails'][number], 'id'> & { id?: string })[]
  addresses: (Omit<Contact['addresses'][number], 'id'> & { id?: string })[]
}

export type ContactFormState = UseFormReturnType<Values>

export const noAddress = { type: 0, line1: '', line2: '', landmark: '', city: '', state: '', country: '', pinCode: '' }

const nobody: Values = {
  firstName: '',
  lastName: '',
  gender: '',
  isActive: true,
  profilePic: '',
  phones: [{ phone: '', phoneCC: '', type: 1, isPrimary: true }],
  emails: [{ email: '', type: 0, isPrimary: true }],
  addresses: [],
  tags: [],
}

// valuesOf returns the values of a contact, or of a new one.
export function valuesOf(contact: Contact | undefined): Values {
  if (!contact) {
    return nobody
  }
  const { firstName, lastName, isActive, tags, gender, profilePic, phones, emails, addresses } = contact
  return { firstName, lastName, isActive, tags, gender: gender ?? '', profilePic: profilePic ?? '', phones, emails, addresses }
}

// inputOf returns what the form of a contact sends, beside the id.
export function inputOf(values: Values): Omit<UpdateContactInput, 'id'> {
  const { gender, profilePic, phones, ...others } = plain(values)
  return {
    ...others,
    gender: gender || null,
    profilePic: profilePic || null,
    phones: phones.map((entry) => ({ ...entry, phoneCC: entry.phoneCC || undefined })),
  }
}

// plain returns what is stored of values. Entries that were left empty at the end are not meant.
function plain({ profilePic, phones, emails, ...others }: Values): Values {
  return {
    ...others,
    profilePic: profilePic.trim(),
    phones: withoutEmpty(phones, ({ phone }) => phone).map((entry) => ({ ...entry, phoneCC: entry.phoneCC || '' })),
    emails: withoutEmpty(emails, ({ email }) => email),
  }
}

function withoutEmpty<Entry>(entries: Entry[], text: (entry: Entry) => string): Entry[] {
  const last = entries.findLastIndex((entry) => text(entry).trim() !== '')
  return entries.slice(0, last + 1)
}

// changesOf returns the parts of an input that differ from those of the contact as it was read.
export function changesOf(before: Values, now: Values): Partial<Omit<UpdateContactInput, 'id'>> {
  const old: Record<string, unknown> = inputOf(before)
  return Object.fromEntries(Object.entries(inputOf(now)).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])))
}

// clashesOf returns the fields that both a form and somebody else have changed, and that can't be merged.
export function clashesOf(before: Values, theirs: Values, mine: Values): (keyof Values)[] {
  return changes.clashesOf(plain(before), plain(theirs), plain(mine))
}

// mergedOf returns what somebody else has saved with what a form has changed. Entries that they have removed are new ones.
export function mergedOf(before: Values, theirs: Values, mine: Values): Values {
  const merged = changes.mergedOf(plain(before), plain(theirs), plain(mine))
  const [phones, emails, addresses] = [known(merged.phones, theirs.phones), known(merged.emails, theirs.emails), known(merged.addresses, theirs.addresses)]
  return { ...merged, phones, emails, addresses }
}

// known returns entries without the ids that are not stored any more, which the server refuses.
function known<Entry extends { id?: string }>(entries: Entry[], stored: { id?: string }[]): Entry[] {
  return entries.map((entry) => (stored.some(({ id }) => id === entry.id) ? entry : { ...entry, id: undefined }))
}
