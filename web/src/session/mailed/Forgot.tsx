import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'

import { graphql } from '../../api/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { Card } from '../Card.tsx'
import { Done } from './Done.tsx'
import { mailed } from './words.ts'

const forgotPassword = graphql(`
  mutation ForgotPassword($input: ForgotPasswordInput!) { forgotPassword(input: $input) }
`)

export function Forgot() {
  const words = { ...useWords(general), ...useWords(mailed) }
  const form = useForm({ initialValues: { email: '' } })
  const { submit, fetching, fault } = useSubmit(forgotPassword, form)
  const [asked, setAsked] = useState(false)
  const ask = form.onSubmit(async (input) => setAsked(Boolean(await submit({ input }))))
  return (
    <Card title={words.forgotTitle} text={asked ? undefined : words.forgotText}>
      {asked ? <Done text={words.forgotDone} link={words.toSignIn} /> : (
        <form onSubmit={ask} noValidate>
          <Stack>
            <ErrorText fault={fault} />
            <TextInput label={words.email} type="email" autoComplete="username" autoFocus required {...form.getInputProps('email')} />
            <Button type="submit" loading={fetching} data-testid="save">{words.sendLink}</Button>
            <Anchor href="/console" size="sm">{words.toSignIn}</Anchor>
          </Stack>
        </form>
      )}
    </Card>
  )
}
