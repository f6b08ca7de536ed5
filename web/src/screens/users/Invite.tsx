import { Button, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useQuery } from 'urql'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { HandOver } from '../../parts/HandOver.tsx'
import { newPassword } from '../../parts/password.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { createUser, nameOf, roleLookupQuery } from './queries.ts'
import { users } from './words.ts'

// Invite invites a person with a password that is made here, and shows it once.
export function Invite({ close }: { close: () => void }) {
  const words = { ...useWords(general), ...useWords(users) }
  const [roles] = useQuery({ query: roleLookupQuery })
  const form = useForm({ initialValues: { firstName: '', lastName: '', email: '', userName: '', roleId: '' } })
  const { submit, fetching, fault } = useSubmit(createUser, form)
  const [invited, setInvited] = useState<{ name: string; email: string; password: string }>()
  const invite = form.onSubmit(async ({ userName, ...person }) => {
    const password = newPassword()
    if (await submit({ input: { ...person, ...(userName && { userName }), password } })) {
      setInvited({ name: nameOf(person), email: person.email, password })
    }
  })
  if (invited) {
    return <HandOver {...invited} title={words.handOverTitle(invited.name)} close={close} />
  }
  return (
    <form onSubmit={invite} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">{words.inviteText}</Text>
        <ErrorText fault={fault} />
        <SimpleGrid cols={2}>
          <TextInput label={words.firstName} data-autofocus required {...form.getInputProps('firstName')} />
          <TextInput label={words.lastName} required {...form.getInputProps('lastName')} />
        </SimpleGrid>
        <TextInput label={words.email} type="email" autoComplete="off" required {...form.getInputProps('email')} />
        <Select
          label={words.role}
          data={roles.data?.roleLookup?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          required
          searchable
          {...form.getInputProps('roleId')}
        />
        <TextInput label={words.userName} description={words.userNameText} {...form.getInputProps('userName')} />
        <Button type="submit" loading={fetching} data-testid="save">{words.invite}</Button>
      </Stack>
    </form>
  )
}
