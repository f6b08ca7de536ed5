import { ActionIcon, Button, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

import { listProps } from '../../parts/listProps.ts'
import { PlusIcon, TrashIcon } from '../../shell/icons.tsx'
import { useWords } from '../../words/language.ts'
import type { ContactFormState } from './values.ts'
import { contacts } from './words.ts'

// Access is what the user may do with a list now: change it, or not while it is being saved, or read it only.
export type Access = 'change' | 'saving' | 'read'

export interface ListProps {
  form: ContactFormState
  access: Access
}

export function Phones({ form, access }: ListProps) {
  const words = useWords(contacts)
  const { phones } = form.values
  return (
    <Entries legend={words.phones} access={access} add={words.addPhone} onAdd={() => form.insertListItem('phones', { phone: '', phoneCC: '', type: 1, isPrimary: phones.length === 0 })}>
      {phones.map((entry, place) => (
        <Entry key={place} form={form} access={access} list="phones" place={place} types={words.phoneTypes}>
          <TextInput label={words.countryCode} w={84} placeholder="+55" inputMode="tel" {...form.getInputProps(`phones.${place}.phoneCC`)} value={entry.phoneCC ?? ''} />
          <TextInput label={words.number} flex={1} miw={120} type="tel" {...form.getInputProps(`phones.${place}.phone`)} />
        </Entry>
      ))}
    </Entries>
  )
}

export function Emails({ form, access }: ListProps) {
  const words = useWords(contacts)
  const { emails } = form.values
  return (
    <Entries legend={words.emails} access={access} add={words.addEmail} onAdd={() => form.insertListItem('emails', { email: '', type: 0, isPrimary: emails.length === 0 })}>
      {emails.map((_, place) => (
        <Entry key={place} form={form} access={access} list="emails" place={place} types={words.emailTypes}>
          <TextInput label={words.email} flex={1} miw={160} type="email" {...form.getInputProps(`emails.${place}.email`)} />
        </Entry>
      ))}
    </Entries>
  )
}

interface EntriesProps {
  legend: string
  access: Access
  add: string
  onAdd: () => void
  children: ReactNode
}

export function Entries({ legend, access, add, onAdd, children }: EntriesProps) {
  return (
    <Fieldset legend={legend} px="sm" pb="sm" pt={4}>
      <Stack gap="xs" align="stretch">
        {children}
        {access !== 'read' && (
          <div><Button variant="subtle" size="compact-sm" leftSection={<PlusIcon size={14} />} disabled={access === 'saving'} onClick={onAdd}>{add}</Button></div>
        )}
      </Stack>
    </Fieldset>
  )
}

interface EntryProps extends ListProps {
  list: 'phones' | 'emails'
  place: number
  types: string[]
  children: ReactNode
}

function Entry({ form, access, list, place, types, children }: EntryProps) {
  const words = useWords(contacts)
  const primary = form.values[list][place]?.isPrimary
  const makePrimary = () => form.values[list].forEach((_, other) => form.setFieldValue(`${list}.${other}.isPrimary`, other === place))
  return (
    <Group gap="xs" align="flex-start" role="group" aria-label={`${words[list]} ${place + 1}`}>
      {children}
      <TypeSelect form={form} access={access} path={`${list}.${place}.type`} types={types} />
      {access === 'read' ? (
        primary && <Text size="sm" c="dimmed" mt={24} lh="34px">{words.primary}</Text>
      ) : (
        <Group gap={4} mt={24} wrap="nowrap">
          <Button variant={primary ? 'light' : 'subtle'} size="compact-sm" h={34} aria-pressed={primary} disabled={access === 'saving'} onClick={makePrimary}>
            {primary ? words.primary : words.makePrimary}
          </Button>
          <RemoveButton access={access} label={`${words[list]} ${place + 1}`} remove={() => form.removeListItem(list, place)} />
        </Group>
      )}
    </Group>
  )
}

// RemoveButton takes an entry from its list, for those who may change it.
export function RemoveButton({ access, label, mt, remove }: { access: Access; label: string; mt?: number; remove: () => void }) {
  const words = useWords(contacts)
  return access !== 'read' && (
    <ActionIcon variant="subtle" color="gray" size={34} mt={mt} aria-label={`${words.remove}: ${label}`} disabled={access === 'saving'} onClick={remove}><TrashIcon /></ActionIcon>
  )
}

// TypeSelect chooses one of the known types. Another one that an entry has stays.
export function TypeSelect({ form, access, path, types }: ListProps & { path: string; types: string[] }) {
  const words = useWords(contacts)
  const field = form.getInputProps(path)
  const type = Number(field.value)
  const known = types.flatMap((label, value) => (types.indexOf(label) === value ? { value: String(value), label } : []))
  const own = known.some(({ value }) => value === String(type)) ? [] : [{ value: String(type), label: types[type] ?? words.ownType(type) }]
  return (
    <Select
      label={words.type}
      w={104}
      allowDeselect={false}
      data={[...known, ...own]}
      error={field.error}
      {...listProps(access !== 'change')}
      value={String(type)}
      onChange={(value) => form.setFieldValue(path, Number(value))}
    />
  )
}
