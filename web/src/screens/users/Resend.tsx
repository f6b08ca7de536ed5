import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { ErrorText } from '../../parts/ErrorText.tsx'
import { HandOver } from '../../parts/HandOver.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useWords } from '../../words/language.ts'
import { How, Mailed, useHow } from './How.tsx'
import { inviteUser, nameOf, type User } from './queries.ts'
import { users } from './words.ts'

// Resend opens an invitation for longer, with a new link by mail or a new password.
export function Resend({ user, close }: { user: User; close: () => void }) {
  const words = useWords(users)
  const { submit, fetching, fault } = useSubmit(inviteUser)
  const { how, choose, begin } = useHow()
  const [sent, setSent] = useState<{ password: string | undefined }>()
  const resend = async () => {
    const { password, instead } = begin()
    const variables = { input: { id: user.id, password: password() } }
    if (await submit(variables, instead(variables))) {
      setSent({ password: password() })
    }
  }
  if (sent) {
    const { password } = sent
    return password ? <HandOver title={words.handOverTitle(nameOf(user))} email={user.email} password={password} close={close} /> : <Mailed email={user.email} close={close} />
  }
  return (
    <Stack>
      <ErrorText fault={fault} />
      <Text size="sm">{words.resendText(user.email)}</Text>
      <How how={how} choose={choose} />
      <Button loading={fetching} onClick={() => void resend()} data-testid="save">{words.resendButton}</Button>
    </Stack>
  )
}
