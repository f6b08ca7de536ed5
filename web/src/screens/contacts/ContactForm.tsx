import { Button, Group, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useState } from 'react'

import { graphql } from '../../api/graphql.ts'
import type { CreateContactInput } from '../../api/generated/graphql.ts'
import { Conflict } from '../../parts/Conflict.tsx'
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
import { textOf } from './textOf.ts'
import { useUpdate } from './useUpdate.ts'
import { inputOf, valuesOf, type Contact, type Values } from './values.ts'
import { contacts } from './words.ts'

const createContact = graphql(`mutation CreateContact($input: CreateContactInput!) { createContact(input: $input) { id } }`)

interface Props {
  contact?: Contact
  // start is what a new contact begins with.
  start?: Partial<Values>
  // saved ends when what was saved is shown.
  saved: () => void | Promise<void>
  remove?: () => void
}

// ContactForm has all parts of a contact, of a new one without it.
export function ContactForm({ contact, start, saved, remove }: Props) {
  const words = { ...useWords(general), ...useWords(contacts) }
  const format = useFormat()
  const can = useCan()
  const before = { ...valuesOf(contact), ...(contact ? {} : start) }
  const form = useForm({ initialValues: before, enhanceGetInputProps: () => ({ readOnly }) })
  const isDirty = form.isDirty()
  const create = useSubmit(createContact, form, !contact && isDirty)
  const { update, clash, ...updating } = useUpdate(contact, form)
  // What somebody typed while it is saved would be lost.
  const [saving, setSaving] = useState(false)
  const mayWrite = can(contact ? 'Contact:Edit' : 'Contact:Create')
  const readOnly = saving || !mayWrite
  const access: Access = mayWrite ? (saving ? 'saving' : 'change') : 'read'
  const run = async (send: () => Promise<unknown>) => {
    setSaving(true)
    if (await send()) {
      toasts.show({ message: words.saved })
      form.resetDirty()
      await saved()
    }
    setSaving(false)
  }
  const save = form.onSubmit((values) => run(() => (contact ? update(values) : create.submit({ input: inputOf(values) as CreateContactInput }))))
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <ErrorText fault={create.fault ?? updating.fault} />
        {clash && (
          <Conflict
            differences={clash.fields.map((field) => ({ label: words[field], theirs: textOf(words, clash.theirs, field), mine: textOf(words, clash.mine, field) }))}
            take={clash.take}
            save={() => void run(clash.replace)}
          />
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
          {mayWrite && <Button type="submit" loading={create.fetching || updating.fetching} disabled={!isDirty || Boolean(clash)} data-testid="save">{words.save}</Button>}
          {isDirty && <Text size="sm" c="dimmed">{words.unsaved}</Text>}
          {contact && remove && can('Contact:Delete') && <Button variant="subtle" color="red" c="var(--mantine-color-error)" ml="auto" onClick={remove}>{words.delete}</Button>}
        </Group>
      </Stack>
    </form>
  )
}
