import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'

import type { Fault } from '../api/fault.ts'
import { ErrorText } from '../parts/ErrorText.tsx'
import { useWords } from '../words/language.ts'
import { session } from '../words/session.ts'
import { Card } from './Card.tsx'
import { factor } from './factorWords.ts'
import { signInMfa } from './session.ts'

// FactorForm ends a log-in by a code of the authenticator, or by a recovery code.
// done is called when the user is signed in.
export default function FactorForm({ mfaToken, startAgain, done }: { mfaToken: string; startAgain: () => void; done?: () => void }) {
  const words = { ...useWords(session), ...useWords(factor) }
  const [recovers, setRecovers] = useState(false)
  const [fault, setFault] = useState<Fault>()
  const [busy, setBusy] = useState(false)
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code'))
    setBusy(true)
    const result = await signInMfa({ mfaToken, ...(recovers ? { recoveryCode: typed } : { code: typed }) })
    setBusy(false)
    setFault(result.fault)
    if (!result.fault) {
      done?.()
    }
  }
  return (
    <Card title={words.codeTitle} text={recovers ? words.recoveryText : words.codeText}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack>
          <ErrorText fault={fault} />
          {recovers ? (
            <TextInput key="recovery" label={words.recoveryCode} name="code" autoFocus required autoComplete="off" data-testid="sign-in-recovery-code" />
          ) : (
            <TextInput key="code" label={words.code} name="code" autoFocus required inputMode="numeric" autoComplete="one-time-code" data-testid="sign-in-code" />
          )}
          <Button type="submit" loading={busy} data-testid="sign-in-code-submit">{words.signIn}</Button>
          <Group justify="space-between">
            <Anchor component="button" type="button" size="sm" onClick={() => setRecovers(!recovers)}>{recovers ? words.useCode : words.useRecoveryCode}</Anchor>
            <Anchor component="button" type="button" size="sm" onClick={startAgain}>{words.startAgain}</Anchor>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
