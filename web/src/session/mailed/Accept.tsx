import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'

import { graphql } from '../../api/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { Password } from '../../parts/Password.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { general } from '../../words/general.ts'
import { useWords } from '../../words/language.ts'
import { session } from '../../words/session.ts'
import { Card } from '../Card.tsx'
import { Done } from './Done.tsx'
import { takeToken } from './token.ts'
import { mailed } from './words.ts'

const acceptMailedInvitation = graphql(`
  mutation AcceptMailedInvitation($input: AcceptMailedInvitationInput!) {
    acceptMailedInvitation(input: $input) { user { id email } }
  }
`)

// Accept joins the firm of an invitation. A person who is signed in already has a password. The session
// of the console begins by signing in with it.
export function Accept({ signedIn }: { signedIn: boolean }) {
  const words = { ...useWords(general), ...useWords(session), ...useWords(mailed) }
  const [token] = useState(takeToken)
  const form = useForm({ initialValues: { firstName: '', lastName: '', password: '' } })
  const { submit, fetching, fault } = useSubmit(acceptMailedInvitation, form)
  const [done, setDone] = useState(false)
  const join = form.onSubmit(async ({ password, firstName, lastName }) => {
    const person = { password, ...(firstName && { firstName }), ...(lastName && { lastName }) }
    setDone(Boolean(await submit({ input: { token, ...(!signedIn && person) } })))
  })
  return (
    <Card title={words.acceptTitle} text={done ? undefined : signedIn ? words.acceptSignedIn : words.acceptText}>
      {done ? <Done text={words.acceptDone} link={signedIn ? words.toConsole : words.toSignIn} /> : (
        <form onSubmit={join} noValidate>
          <Stack>
            <ErrorText fault={fault} />
            {!signedIn && (
              <>
                <Password label={words.newPassword} description={words.passwordRule} autoComplete="new-password" required {...form.getInputProps('password')} />
                <TextInput label={words.firstName} description={words.nameRule} autoComplete="given-name" {...form.getInputProps('firstName')} />
                <TextInput label={words.lastName} description={words.nameRule} autoComplete="family-name" {...form.getInputProps('lastName')} />
              </>
            )}
            <Button type="submit" loading={fetching} data-testid="save">{words.accept}</Button>
            {!signedIn && <Anchor href="/console" size="sm">{words.toSignIn}</Anchor>}
          </Stack>
        </form>
      )}
    </Card>
  )
}
