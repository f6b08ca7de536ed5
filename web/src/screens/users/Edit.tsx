import { Button, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'
import { useQuery } from 'urql'

import { changesOf } from '../../parts/changes.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useMe } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { roleLookupQuery, updateUser, type User } from './queries.ts'
import { users } from './words.ts'

// Edit changes what the firm calls a person, and the role. It sends what has changed alone.
export function Edit({ user, close }: { user: User; close: () => void }) {
  const words = { ...useWords(general), ...useWords(users) }
  const own = useMe().user.id === user.id
  const [roles] = useQuery({ query: roleLookupQuery, requestPolicy: 'cache-and-network' })
  const stored = { firstName: user.firstName, lastName: user.lastName, email: user.email, userName: user.userName, roleId: user.role.id }
  const form = useForm({ initialValues: stored })
  const before = useFresh(form, stored)
  const { submit, fetching, fault } = useSubmit(updateUser, form)
  const save = form.onSubmit(async (values) => {
    if (await submit({ input: { id: user.id, ...changesOf(before, values) } })) {
      toasts.show({ message: words.saved })
      close()
    }
  })
  // An inactive role is not in the list, and stays the role of who has it.
  const choices = new Map([user.role, ...(roles.data?.roleLookup ?? [])].map(({ id, name }) => [id, name]))
  const newAddress = user.status === 'Invited' && form.values.email !== user.email
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <SimpleGrid cols={2}>
          <TextInput label={words.firstName} data-autofocus {...form.getInputProps('firstName')} />
          <TextInput label={words.lastName} {...form.getInputProps('lastName')} />
        </SimpleGrid>
        <TextInput label={words.email} type="email" autoComplete="off" {...form.getInputProps('email')} />
        {newAddress && <Text size="sm">{words.newAddress}</Text>}
        <TextInput label={words.userName} {...form.getInputProps('userName')} />
        <Select
          label={words.role}
          description={own ? words.ownRole : undefined}
          data={[...choices].map(([value, label]) => ({ value, label }))}
          disabled={own}
          allowDeselect={false}
          searchable
          {...form.getInputProps('roleId')}
        />
        <Button type="submit" loading={fetching} disabled={!form.isDirty()} data-testid="save">{words.save}</Button>
      </Stack>
    </form>
  )
}
