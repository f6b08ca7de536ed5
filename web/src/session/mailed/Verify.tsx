import { Button, Stack } from '@mantine/core'
import { useState } from 'react'

import { graphql } from '../../api/graphql.ts'
import { ErrorText } from '../../parts/ErrorText.tsx'
import { useSubmit } from '../../parts/useSubmit.ts'
import { useWords } from '../../words/language.ts'
import { Card } from '../Card.tsx'
import { Done } from './Done.tsx'
import { takeToken } from './token.ts'
import { mailed } from './words.ts'

const verifyEmail = graphql(`
  mutation VerifyEmail($input: VerifyEmailInput!) { verifyEmail(input: $input) }
`)

// Verify has a button: programs that open the links in mails must not verify an address.
export function Verify() {
  const words = useWords(mailed)
  const [token] = useState(takeToken)
  const { submit, fetching, fault } = useSubmit(verifyEmail)
  const [done, setDone] = useState(false)
  const verify = async () => setDone(Boolean(await submit({ input: { token } })))
  return (
    <Card title={words.verifyTitle} text={done ? undefined : words.verifyText}>
      {done ? <Done text={words.verifyDone} link={words.toConsole} /> : (
        <Stack>
          <ErrorText fault={fault} />
          <Button loading={fetching} onClick={() => void verify()} data-testid="confirm">{words.verify}</Button>
        </Stack>
      )}
    </Card>
  )
}
