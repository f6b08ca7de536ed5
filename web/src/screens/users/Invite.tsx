import { Button, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useQuery } from 'urql'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { HandOver } from '../../parts/HandOver.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { How, Mailed, useHow } from './How.tsx'
import { createUser, nameOf, roleLookupQuery } from './queries.ts'
import { users } from './words.ts'

// Invite invites a person by mail, or with a password that is made here and shown once.
export function Invite({ close }: { close: () => void }) {
  const words = { ...useWords(general), ...useWords(users) }
  const [roles] = useQuery({ query: roleLookupQuery, requestPolicy: 'cache-and-network' })
  const form = useForm({ initialValues: { firstName: '', lastName: '', email: '', userName: '', roleId: '' } })
  const { submit, fetching, fault } = useSubmit(createUser, form)
  const [invited, setInvited] = useState<{ name: string; email: string; password: string | undefined }>()
  const { how, choose, begin } = useHow()
  const invite = form.onSubmit(async ({ userName, ...person }) => {
    const { password, instead } = begin()
    const variables = { input: { ...person, ...(userName && { userName }), password: password() } }
    if (await submit(variables, instead(variables))) {
      setInvited({ name: nameOf(person), email: person.email, password: password() })
    }
  })
  if (invited) {
    const { name, email, password } = invited
    return password ? <HandOver email={email} password={password} title={words.handOverTitle(name)} close={close} /> : <Mailed email={email} close={close} />
  }
  return (
    <form onSubmit={invite} noValidate>
      <Stack>
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
        <How how={how} choose={choose} />
        <Button type="submit" loading={fetching} data-testid="save">{words.invite}</Button>
      </Stack>
    </form>
  )
}
