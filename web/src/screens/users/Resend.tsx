import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { HandOver } from '../../parts/HandOver.tsx'
import { newPassword } from '../../parts/password.ts'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useWords } from '../../words/language.ts'
import { inviteUser, nameOf, type User } from './queries.ts'
import { users } from './words.ts'

// Resend opens an invitation for longer, with a new password.
export function Resend({ user, close }: { user: User; close: () => void }) {
  const words = useWords(users)
  const { submit, fetching, fault } = useSubmit(inviteUser)
  const [password, setPassword] = useState('')
  const resend = async () => {
    const next = newPassword()
    if (await submit({ input: { id: user.id, password: next } })) {
      setPassword(next)
    }
  }
  if (password) {
    return <HandOver title={words.handOverTitle(nameOf(user))} email={user.email} password={password} close={close} />
  }
  return (
    <Stack>
      <ErrorText fault={fault} />
      <Text size="sm">{words.resendText(user.email)}</Text>
      <Button loading={fetching} onClick={() => void resend()} data-testid="save">{words.resendButton}</Button>
    </Stack>
  )
}
