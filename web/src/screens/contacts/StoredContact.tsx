import { Stack } from '@mantine/core'
import { useContext, useEffect, useState } from 'react'
import { useClient } from 'urql'

import { faultOf, type Fault } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Keep } from '../../parts/kept.ts'
import { Rows } from '../../parts/Rows.tsx'
import { ContactForm } from './ContactForm.tsx'
import { contactQuery } from './contactQuery.ts'
import { nameOf } from './GridRow.tsx'
import { Privacy } from './Privacy.tsx'
import type { Contact } from './values.ts'

interface Props {
  id: string
  named: (name: string) => void
  remove?: () => void
  // erased is called when the contact was erased.
  erased: () => void
}

// StoredContact reads a contact when it is opened, and when it was saved. In between the form stays as it is, whatever
// others do.
export function StoredContact({ id, named, remove, erased }: Props) {
  const client = useClient()
  const keeper = useContext(Keep)
  const [contact, setContact] = useState<Contact>()
  const [fault, setFault] = useState<Fault>()
  const read = async () => {
    const { data, error } = await client.query(contactQuery, { id }, { requestPolicy: 'network-only' })
    setFault(faultOf(error))
    if (data?.contact) {
      setContact(data.contact)
      named(nameOf(data.contact))
    }
  }
  useEffect(() => {
    void read()
    return () => named('')
  }, [id])
  return (
    <Stack>
      <ErrorText fault={fault} again={fault?.code === 'NotFound' ? undefined : () => void read()} />
      {contact && <Privacy id={id} name={nameOf(contact)} erased={() => (keeper?.release(), erased())} />}
      {contact ? (
        <ContactForm key={contact.updatedAt} contact={contact} saved={read} remove={remove && (() => (keeper?.release(), remove()))} />
      ) : (
        !fault && <Rows />
      )}
    </Stack>
  )
}
