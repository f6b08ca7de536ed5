import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'

import { graphql } from '../../api/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { address } from './addressWords.ts'

const sendVerification = graphql(`mutation SendVerification { sendVerification }`)

// Address says that the e-mail address, or the one that it changes to, is not verified, and mails the
// link again.
export function Address() {
  const words = useWords(address)
  const { email, emailVerified, pendingEmail } = useMe().user
  const { submit, fetching, fault } = useSubmit(sendVerification)
  const [sent, setSent] = useState(false)
  if (emailVerified && !pendingEmail) {
    return null
  }
  const send = async () => setSent(Boolean(await submit({})))
  return (
    <Alert role="status" color="gray" title={pendingEmail ? words.pending(pendingEmail) : words.unverified(email)}>
      <ErrorText fault={fault} />
      <Group gap="sm">
        <Button variant="default" size="xs" loading={fetching} onClick={() => void send()}>{words.send}</Button>
        {sent && <Text size="sm" role="status">{words.sent}</Text>}
      </Group>
    </Alert>
  )
}
