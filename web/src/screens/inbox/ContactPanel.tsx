import { Button, Group, Pill, Stack, Text, Title } from '@mantine/core'

import { faultOf } from '../../api/fault.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { useCan } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { nameOf } from './nameOf.ts'
import type { Conversation } from './queries.ts'
import { useContact } from './useContact.ts'
import { inbox } from './words.ts'

interface Props {
  conversation: Conversation
  // edit opens the contact, and add a new one for who is none yet.
  edit?: () => void
  add?: () => void
}

// ContactPanel shows the contact of a conversation to those who may see contacts.
export function ContactPanel({ conversation, edit, add }: Props) {
  const words = useWords(inbox)
  const can = useCan()
  const { contact, error, again } = useContact(conversation)
  if (!can('Contact:View')) {
    return null
  }
  return (
    <aside className="inbox-contact" aria-label={words.contact}>
      <Stack gap="sm">
        <Title order={3} className="inbox-name">{nameOf(conversation)}</Title>
        {!edit && <Text size="sm" c="dimmed">{words.noContact}</Text>}
        {edit && !contact && (error ? <ErrorText fault={faultOf(error)} again={again} /> : <Rows count={4} />)}
        {contact && (
          <>
            <Details title={words.phones} values={contact.phones.map(({ phone }) => phone)} />
            <Details title={words.emails} values={contact.emails.map(({ email }) => email)} />
            <Details title={words.places} values={contact.addresses.map(({ city, country }) => [city, country].filter(Boolean).join(', '))} />
            {contact.tags.length > 0 && (
              <div>
                <Text size="xs" c="dimmed" mb={4}>{words.tags}</Text>
                <Group gap={4}>{contact.tags.map((tag) => <Pill key={tag} size="sm">{tag}</Pill>)}</Group>
              </div>
            )}
          </>
        )}
        {edit && <Button variant="default" size="xs" onClick={edit}>{can('Contact:Edit') ? words.editContact : words.viewContact}</Button>}
        {add && <Button variant="default" size="xs" onClick={add}>{words.addContact}</Button>}
      </Stack>
    </aside>
  )
}

function Details({ title, values }: { title: string; values: string[] }) {
  const present = values.filter(Boolean)
  return present.length > 0 ? (
    <div>
      <Text size="xs" c="dimmed">{title}</Text>
      {present.map((value) => <Text key={value} size="sm" className="inbox-wrap">{value}</Text>)}
    </div>
  ) : null
}
