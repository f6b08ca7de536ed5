import { Button, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications as toasts } from '@mantine/notifications'

import { graphql } from '../../api/graphql.ts'
import { changesOf } from '../../parts/changes.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Password } from '../../parts/Password.tsx'
import { useFresh } from '../../parts/useFresh.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useMe } from '../../session/me.ts'
import { general } from '../../words/general.ts'
import { languages, useWords } from '../../words/language.ts'
import { session } from '../../words/session.ts'
import { Address } from './Address.tsx'
import { address } from './addressWords.ts'
import { profile } from './words.ts'

const languageChoices = Object.entries(languages).map(([value, label]) => ({ value, label }))

const updateMe = graphql(`
  mutation UpdateMe($input: UpdateMeInput) { updateMe(input: $input) { id firstName lastName userName email emailVerified pendingEmail language } }
`)

export function Account() {
  const words = { ...useWords(general), ...useWords(session), ...useWords(profile), ...useWords(address) }
  const { user } = useMe()
  const { firstName, lastName, userName, email } = user
  const language = user.language ?? ''
  const stored = { firstName, lastName, userName, email, language, currentPassword: '' }
  const form = useForm({ initialValues: stored })
  const before = useFresh(form, stored)
  const { submit, fetching, fault } = useSubmit(updateMe, form)
  const newEmail = form.values.email !== before.email
  const save = form.onSubmit(async (values) => {
    const { currentPassword, ...changes } = changesOf(before, values)
    if (await submit({ input: newEmail ? { ...changes, currentPassword } : changes })) {
      form.setFieldValue('currentPassword', '')
      form.resetDirty({ ...values, currentPassword: '' }) // Not what was typed meanwhile.
      toasts.show({ message: words.saved })
    }
  })
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <SimpleGrid cols={2}>
          <TextInput label={words.firstName} autoComplete="given-name" {...form.getInputProps('firstName')} />
          <TextInput label={words.lastName} autoComplete="family-name" {...form.getInputProps('lastName')} />
        </SimpleGrid>
        <TextInput label={words.userName} {...form.getInputProps('userName')} />
        <TextInput label={words.email} type="email" autoComplete="email" {...form.getInputProps('email')} />
        {newEmail && <Password label={words.currentPassword} description={words.confirmEmail} autoComplete="current-password" {...form.getInputProps('currentPassword')} />}
        <NativeSelect label={words.mailLanguage} data={[{ value: '', label: words.ofBrowser }, ...languageChoices]} {...form.getInputProps('language')} />
        <Address />
        <Button type="submit" loading={fetching} disabled={!form.isDirty()} data-testid="save">{words.save}</Button>
      </Stack>
    </form>
  )
}
