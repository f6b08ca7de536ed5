import { useState } from 'react'

import { SidePanel } from '../../parts/SidePanel.tsx'
import { useWords } from '../../words/language.ts'
import { ContactForm } from './ContactForm.tsx'
import { StoredContact } from './StoredContact.tsx'
import type { Values } from './values.ts'
import { contacts } from './words.ts'

interface Props {
  id?: string
  // start is what a new contact begins with.
  start?: Partial<Values>
  close: () => void
  // remove deletes the contact. Without it that is not offered.
  remove?: (id: string) => void
  // erased is called when the contact was erased.
  erased?: () => void
}

// ContactDrawer shows the contact of the address, or a new one.
export function ContactDrawer({ id, start, close, remove, erased }: Props) {
  const words = useWords(contacts)
  const [name, setName] = useState('')
  return (
    <SidePanel
      opened={id !== undefined}
      onClose={close}
      size={520}
      title={id === 'new' ? words.newContact : name || words.contact}
      styles={{ title: { fontSize: 'var(--mantine-h2-font-size)', fontWeight: 620 } }}
    >
      {id === 'new' && <ContactForm start={start} saved={close} />}
      {id && id !== 'new' && <StoredContact key={id} id={id} named={setName} remove={remove && (() => (remove(id), close()))} erased={() => (close(), erased?.())} />}
    </SidePanel>
  )
}
