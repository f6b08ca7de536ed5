import { ActionIcon, Button, Fieldset, Group, Select, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

import { PlusIcon, TrashIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import type { ContactFormState } from './values.ts'
import { contacts } from './words.ts'

export function Phones({ form }: { form: ContactFormState }) {
  const words = useWords(contacts)
  const { phones } = form.values
  return (
    <Entries legend={words.phones} add={words.addPhone} onAdd={() => form.insertListItem('phones', { phone: '', phoneCC: '', type: 1, isPrimary: phones.length === 0 })}>
      {phones.map((entry, place) => (
        <Entry key={place} form={form} list="phones" place={place} types={words.phoneTypes}>
          <TextInput label={words.countryCode} w={84} placeholder="+55" inputMode="tel" {...form.getInputProps(`phones.${place}.phoneCC`)} value={entry.phoneCC ?? ''} />
          <TextInput label={words.number} flex={1} miw={120} type="tel" {...form.getInputProps(`phones.${place}.phone`)} />
        </Entry>
      ))}
    </Entries>
  )
}

export function Emails({ form }: { form: ContactFormState }) {
  const words = useWords(contacts)
  const { emails } = form.values
  return (
    <Entries legend={words.emails} add={words.addEmail} onAdd={() => form.insertListItem('emails', { email: '', type: 0, isPrimary: emails.length === 0 })}>
      {emails.map((_, place) => (
        <Entry key={place} form={form} list="emails" place={place} types={words.emailTypes}>
          <TextInput label={words.email} flex={1} miw={160} type="email" {...form.getInputProps(`emails.${place}.email`)} />
        </Entry>
      ))}
    </Entries>
  )
}

export function Entries({ legend, add, onAdd, children }: { legend: string; add: string; onAdd: () => void; children: ReactNode }) {
  return (
    <Fieldset legend={legend} px="sm" pb="sm" pt={4}>
      <Stack gap="xs" align="stretch">
        {children}
        <div><Button variant="subtle" size="compact-sm" leftSection={<PlusIcon size={14} />} onClick={onAdd}>{add}</Button></div>
      </Stack>
    </Fieldset>
  )
}

interface EntryProps {
  form: ContactFormState
  list: 'phones' | 'emails'
  place: number
  types: string[]
  children: ReactNode
}

function Entry({ form, list, place, types, children }: EntryProps) {
  const words = useWords(contacts)
  const primary = form.values[list][place]?.isPrimary
  const makePrimary = () => form.values[list].forEach((_, other) => form.setFieldValue(`${list}.${other}.isPrimary`, other === place))
  return (
    <Group gap="xs" align="flex-start" role="group" aria-label={`${words[list]} ${place + 1}`}>
      {children}
      <TypeSelect form={form} path={`${list}.${place}.type`} types={types} />
      <Group gap={4} mt={24} wrap="nowrap">
        <Button variant={primary ? 'light' : 'subtle'} size="compact-sm" h={34} aria-pressed={primary} onClick={makePrimary}>{primary ? words.primary : words.makePrimary}</Button>
        <ActionIcon variant="subtle" color="gray" size={34} aria-label={`${words.remove}: ${words[list]} ${place + 1}`} onClick={() => form.removeListItem(list, place)}><TrashIcon /></ActionIcon>
      </Group>
    </Group>
  )
}

// TypeSelect chooses one of the known types. Another one that an entry has stays.
export function TypeSelect({ form, path, types }: { form: ContactFormState; path: string; types: string[] }) {
  const words = useWords(contacts)
  const field = form.getInputProps(path)
  const type = Number(field.value)
  const known = types.flatMap((label, value) => (types.indexOf(label) === value ? { value: String(value), label } : []))
  const own = known.some(({ value }) => value === String(type)) ? [] : [{ value: String(type), label: types[type] ?? words.ownType(type) }]
  return <Select label={words.type} w={104} allowDeselect={false} data={[...known, ...own]} error={field.error} value={String(type)} onChange={(value) => form.setFieldValue(path, Number(value))} />
}
