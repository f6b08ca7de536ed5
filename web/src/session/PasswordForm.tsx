import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'

import { graphql } from '../api/graphql.ts'
import { ErrorText } from '../parts/ErrorText.tsx'
import { Password } from '../parts/Password.tsx'
import { useSubmit } from '../parts/useSubmit.ts'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'
import { session } from '../words/session.ts'

const changePassword = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) }
`)

// PasswordForm changes the password of the user.
export function PasswordForm({ done }: { done?: () => void }) {
  const words = { ...useWords(general), ...useWords(session) }
  const form = useForm({ initialValues: { currentPassword: '', newPassword: '' } })
  const { submit, fetching, fault } = useSubmit(changePassword, form)
  const change = form.onSubmit(async (input) => {
    if (await submit({ input })) {
      form.reset()
      done?.()
    }
  })
  return (
    <form onSubmit={change} noValidate>
      <Stack>
        <ErrorText fault={fault} />
        <Password label={words.currentPassword} autoComplete="current-password" required {...form.getInputProps('currentPassword')} />
        <Password label={words.newPassword} description={words.passwordRule} autoComplete="new-password" required {...form.getInputProps('newPassword')} />
        <Button type="submit" loading={fetching} data-testid="save">{words.changePassword}</Button>
      </Stack>
    </form>
  )
}
