import { useState } from 'react'
import { useClient } from 'urql'

import { graphql } from '../../api/graphql.ts'
import { useOvertaken } from '../../parts/useOvertaken.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { contactQuery } from './contactQuery.ts'
import { changesOf, clashesOf, mergedOf, valuesOf, type Contact, type ContactFormState, type Values } from './values.ts'

const updateContact = graphql(`
  mutation UpdateContact($input: UpdateContactInput!) { updateContact(input: $input) { id firstName lastName gender isActive tags updatedAt } }
`)

// useUpdate saves what a form has changed of a contact, and keeps what others, and own changes of tags, have changed beside it.
// Of a new contact it does nothing. clash is set where others have changed the same.
export function useUpdate(contact: Contact | undefined, form: ContactFormState) {
  const client = useClient()
  const [base, setBase] = useState(contact)
  const { submit, fetching, fault } = useSubmit(updateContact, form, Boolean(contact) && form.isDirty())
  const read = async () => {
    const { data, error } = await client.query(contactQuery, { id: contact?.id ?? '' }, { requestPolicy: 'network-only' })
    return { values: data?.contact ?? undefined, error }
  }
  const clashes = (known: Contact, now: Contact) => clashesOf(valuesOf(known), valuesOf(now), form.getValues())
  const { theirs, reading, check, forget, ...overtaken } = useOvertaken<Contact>(read, (known, now) => clashes(known, now).length > 0)
  // send reports whether the contact is saved.
  const send = async (values: Values, known: Contact) => {
    const now = await check(known)
    if (!now) {
      return false
    }
    const changes = changesOf(valuesOf(now), mergedOf(valuesOf(known), valuesOf(now), values))
    return Boolean(await submit({ input: { id: now.id, updatedAt: now.updatedAt, ...changes } }))
  }
  // show puts values into the form as changes of what others have saved.
  const show = (values: Values, now: Contact) => {
    setBase(now)
    form.setInitialValues(valuesOf(now))
    form.setValues(values)
    forget()
  }
  const mine = base && theirs && mergedOf(valuesOf(base), valuesOf(theirs), form.values)
  return {
    update: async (values: Values) => base !== undefined && send(values, base),
    clash: base && theirs && mine && {
      fields: clashes(base, theirs),
      theirs: valuesOf(theirs),
      mine,
      take: () => show(valuesOf(theirs), theirs),
      replace: () => {
        show(mine, theirs)
        return send(mine, theirs)
      },
    },
    fetching: fetching || reading,
    fault: overtaken.fault ?? fault,
  }
}
