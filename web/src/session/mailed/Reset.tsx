import { Anchor, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'

import { graphql } from '../../api/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Password } from '../../parts/Password.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useWords } from '../../words/language.ts'
import { session } from '../../words/session.ts'
import { Card } from '../Card.tsx'
import { Done } from './Done.tsx'
import { takeToken } from './token.ts'
import { mailed } from './words.ts'

const resetPassword = graphql(`
  mutation ResetPassword($input: ResetPasswordInput!) { resetPassword(input: $input) }
`)

export function Reset() {
  const words = { ...useWords(session), ...useWords(mailed) }
  const [token] = useState(takeToken)
  const form = useForm({ initialValues: { newPassword: '' } })
  const { submit, fetching, fault } = useSubmit(resetPassword, form)
  const [done, setDone] = useState(false)
  const reset = form.onSubmit(async (input) => setDone(Boolean(await submit({ input: { ...input, token } }))))
  return (
    <Card title={words.resetTitle}>
      {done ? <Done text={words.resetDone} link={words.toSignIn} /> : (
        <form onSubmit={reset} noValidate>
          <Stack>
            <ErrorText fault={fault} />
            <Password label={words.newPassword} description={words.passwordRule} autoComplete="new-password" autoFocus required {...form.getInputProps('newPassword')} />
            <Button type="submit" loading={fetching} data-testid="save">{words.changePassword}</Button>
            <Anchor href="/console/forgot" size="sm">{words.newLink}</Anchor>
          </Stack>
        </form>
      )}
    </Card>
  )
}
