import { Drawer } from '@mantine/core'
import { useState } from 'react'

import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { ContactForm } from './ContactForm.tsx'
import { StoredContact } from './StoredContact.tsx'
import { contacts } from './words.ts'

interface Props {
  id?: string
  close: () => void
  // remove deletes the contact. Without it that is not offered.
  remove?: (id: string) => void
  // erased is called when the contact was erased.
  erased?: () => void
}

// ContactDrawer shows the contact of the address, or a new one. While something is not saved, only its
// button closes it.
export function ContactDrawer({ id, close, remove, erased }: Props) {
  const words = { ...useWords(general), ...useWords(contacts) }
  const [dirty, setDirty] = useState(false)
  const [name, setName] = useState('')
  const leave = () => (setDirty(false), close())
  return (
    <Drawer
      opened={id !== undefined}
      onClose={leave}
      position="right"
      size={520}
      title={id === 'new' ? words.newContact : name || words.contact}
      closeButtonProps={{ 'aria-label': words.close }}
      closeOnEscape={!dirty}
      closeOnClickOutside={!dirty}
      styles={{ title: { fontSize: 'var(--mantine-h2-font-size)', fontWeight: 620 } }}
      keepMounted={false}
    >
      {id === 'new' && <ContactForm dirty={setDirty} saved={leave} />}
      {id && id !== 'new' && <StoredContact key={id} id={id} dirty={setDirty} named={setName} remove={remove && (() => (remove(id), leave()))} erased={() => (leave(), erased?.())} />}
    </Drawer>
  )
}
