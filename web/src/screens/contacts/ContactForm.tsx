import { Alert, Button, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'

import { graphql } from '../../api/graphql.ts'
import type { CreateContactInput } from '../../api/generated/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { listProps } from '../../parts/listProps.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useCan } from '../../session/me.ts'
import { useFormat } from '../../words/format.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Addresses } from './Addresses.tsx'
import { Emails, Phones, type Access } from './Entries.tsx'
import { TagsField } from './TagsField.tsx'
import { changesOf, inputOf, valuesOf, type Contact, type Values } from './values.ts'
import { contacts } from './words.ts'

const createContact = graphql(`mutation CreateContact($input: CreateContactInput!) { createContact(input: $input) { id } }`)

const updateContact = graphql(`
  mutation UpdateContact($input: UpdateContactInput!) { updateContact(input: $input) { id firstName lastName gender isActive tags updatedAt } }
`)

interface Props {
  contact?: Contact
  // start is what a new contact begins with.
  start?: Partial<Values>
  // saved ends when what was saved is shown.
  saved: () => void | Promise<void>
  // present reads the contact anew, and forgets what was typed.
  present?: () => void
  remove?: () => void
}

// ContactForm has all parts of a contact, of a new one without it.
export function ContactForm({ contact, start, saved, present, remove }: Props) {
  const words = { ...useWords(general), ...useWords(contacts) }
  const format = useFormat()
  const can = useCan()
  const before = { ...valuesOf(contact), ...(contact ? {} : start) }
  const form = useForm({ initialValues: before, enhanceGetInputProps: () => ({ readOnly }) })
  const isDirty = form.isDirty()
  const create = useSubmit(createContact, form, !contact && isDirty)
  const update = useSubmit(updateContact, form, Boolean(contact) && isDirty)
  // What somebody typed while it is saved would be lost.
  const [saving, setSaving] = useState(false)
  const mayWrite = can(contact ? 'Contact:Edit' : 'Contact:Create')
  const readOnly = saving || !mayWrite
  const access: Access = mayWrite ? (saving ? 'saving' : 'change') : 'read'
  const save = form.onSubmit(async (values) => {
    setSaving(true)
    const done = contact
      ? await update.submit({ input: { id: contact.id, updatedAt: contact.updatedAt, ...changesOf(before, values) } })
      : await create.submit({ input: inputOf(values) as CreateContactInput })
    if (done) {
      toasts.show({ message: words.saved })
      form.resetDirty()
      await saved()
    }
    setSaving(false)
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
            {...listProps(readOnly)}
            value={form.values.gender || null}
            onChange={(gender) => form.setFieldValue('gender', (gender ?? '') as typeof form.values.gender)}
          />
          <TextInput label={words.profilePic} type="url" placeholder="https://" {...form.getInputProps('profilePic')} />
        </SimpleGrid>
        <Switch label={words.isActive} {...form.getInputProps('isActive', { type: 'checkbox' })} disabled={readOnly} />
        <Phones form={form} access={access} />
        <Emails form={form} access={access} />
        <TagsField label={words.tags} {...form.getInputProps('tags')} />
        <Addresses form={form} access={access} />
        {contact && <Text size="xs" c="dimmed">{words.createdOn(format.day(contact.createdAt), format.ago(contact.updatedAt))}</Text>}
        <Group justify="space-between" className="at-end" py="sm" style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}>
          {mayWrite && <Button type="submit" loading={create.fetching || update.fetching} disabled={!isDirty} data-testid="save">{words.save}</Button>}
          {isDirty && <Text size="sm" c="dimmed">{words.unsaved}</Text>}
          {contact && remove && can('Contact:Delete') && <Button variant="subtle" color="red" c="var(--mantine-color-error)" ml="auto" onClick={remove}>{words.delete}</Button>}
        </Group>
      </Stack>
    </form>
  )
}
