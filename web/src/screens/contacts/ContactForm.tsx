import { Alert, Button, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useEffect } from 'react'

import { graphql } from '../../api/graphql.ts'
import type { CreateContactInput } from '../../api/generated/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useCan } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Addresses } from './Addresses.tsx'
import { Emails, Phones } from './Entries.tsx'
import { TagsField } from './TagsField.tsx'
import { changesOf, inputOf, valuesOf, type Contact } from './values.ts'
import { contacts } from './words.ts'

const createContact = graphql(`mutation CreateContact($input: CreateContactInput!) { createContact(input: $input) { id } }`)

const updateContact = graphql(`
  mutation UpdateContact($input: UpdateContactInput!) { updateContact(input: $input) { id firstName lastName gender isActive updatedAt } }
`)

interface Props {
  contact?: Contact
  dirty: (dirty: boolean) => void
  saved: () => void
  // present reads the contact anew, and forgets what was typed.
  present?: () => void
  remove?: () => void
}

// ContactForm has all parts of a contact, of a new one without it.
export function ContactForm({ contact, dirty, saved, present, remove }: Props) {
  const words = { ...useWords(general), ...useWords(contacts) }
  const format = useFormat()
  const can = useCan()
  const before = valuesOf(contact)
  const form = useForm({ initialValues: before, enhanceGetInputProps: () => ({ readOnly }) })
  const create = useSubmit(createContact, form)
  const update = useSubmit(updateContact, form)
  const isDirty = form.isDirty()
  useEffect(() => dirty(isDirty), [isDirty, dirty])
  const readOnly = !can(contact ? 'Contact:Edit' : 'Contact:Create')
  const save = form.onSubmit(async (values) => {
    const done = contact
      ? await update.submit({ input: { id: contact.id, updatedAt: contact.updatedAt, ...changesOf(before, values) } })
      : await create.submit({ input: inputOf(values) as CreateContactInput })
    if (done) {
      toasts.show({ message: words.saved })
      form.resetDirty()
      saved()
    }
  })
  const fault = create.fault ?? update.fault
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        {fault?.code === 'Conflict' ? (
          <Alert color="yellow" role="alert">
            <Text size="sm">{words.conflict}</Text>
            <Button mt="xs" size="xs" variant="default" onClick={present}>{words.loadPresent}</Button>
          </Alert>
        ) : (
          <ErrorText fault={fault} />
        )}
        <SimpleGrid cols={2}>
          <TextInput label={words.firstName} maxLength={50} data-autofocus={!contact || undefined} {...form.getInputProps('firstName')} />
          <TextInput label={words.lastName} maxLength={50} {...form.getInputProps('lastName')} />
          <Select
            label={words.gender}
            clearable
            data={Object.entries(words.genders).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('gender')}
            value={form.values.gender || null}
            onChange={(gender) => form.setFieldValue('gender', (gender ?? '') as typeof form.values.gender)}
          />
          <TextInput label={words.profilePic} type="url" placeholder="https://" {...form.getInputProps('profilePic')} />
        </SimpleGrid>
        <Switch label={words.isActive} {...form.getInputProps('isActive', { type: 'checkbox' })} />
        <Phones form={form} />
        <Emails form={form} />
        <TagsField label={words.tags} {...form.getInputProps('tags')} />
        <Addresses form={form} />
        {contact && <Text size="xs" c="dimmed">{words.createdOn(format.day(contact.createdAt), format.ago(contact.updatedAt))}</Text>}
        <Group justify="space-between" pos="sticky" bottom={0} py="sm" bg="var(--mantine-color-body)" style={{ borderTop: '1px solid var(--mantine-color-default-border)', zIndex: 1 }}>
          {!readOnly && <Button type="submit" loading={create.fetching || update.fetching} disabled={!isDirty} data-testid="save">{words.save}</Button>}
          {isDirty && <Text size="sm" c="dimmed">{words.unsaved}</Text>}
          {contact && remove && can('Contact:Delete') && <Button variant="subtle" color="red" c="var(--mantine-color-error)" ml="auto" onClick={remove}>{words.delete}</Button>}
        </Group>
      </Stack>
    </form>
  )
}
