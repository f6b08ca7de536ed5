import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core'
import { useState, type SubmitEvent } from 'react'

import type { Fault } from '../api/fault.ts'
import { ErrorText } from '../parts/ErrorText.tsx'
import { useWords } from '../words/language.ts'
import { session } from '../words/session.ts'
import { Card } from './Card.tsx'
import { factor } from './factorWords.ts'
import PasskeyButton from './PasskeyButton.tsx'
import { passkey } from './passkeyWords.ts'
import { signInMfa, type SignedIn } from './session.ts'

// FactorForm ends a log-in by what the person has: a passkey, a code of the authenticator, or a recovery code.
// done is called when the user is signed in.
export default function FactorForm({ mfaToken, methods, startAgain, done }: {
  mfaToken: string
  methods: string[]
  startAgain: () => void
  done?: () => void
}) {
  const words = { ...useWords(session), ...useWords(factor), ...useWords(passkey) }
  const hasTotp = methods.includes('totp')
  const hasPasskey = methods.includes('passkey')
  const [recovers, setRecovers] = useState(false)
  const asks = recovers || hasTotp
  const [fault, setFault] = useState<Fault>()
  const [busy, setBusy] = useState(false)
  const end = ({ fault }: SignedIn) => {
    setFault(fault)
    if (!fault) {
      done?.()
    }
  }
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('code'))
    setBusy(true)
    const result = await signInMfa({ mfaToken, ...(recovers ? { recoveryCode: typed } : { code: typed }) })
    setBusy(false)
    end(result)
  }
  return (
    <Card title={hasTotp ? words.codeTitle : words.secondTitle} text={recovers ? words.recoveryText : hasTotp ? words.codeText : words.secondText}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack>
          <ErrorText fault={fault} />
          {recovers ? (
            <TextInput key="recovery" label={words.recoveryCode} name="code" autoFocus required autoComplete="off" data-testid="sign-in-recovery-code" />
          ) : asks && (
            <TextInput key="code" label={words.code} name="code" autoFocus required inputMode="numeric" autoComplete="one-time-code" data-testid="sign-in-code" />
          )}
          {asks && <Button type="submit" loading={busy} data-testid="sign-in-code-submit">{words.signIn}</Button>}
          {hasPasskey && <PasskeyButton label={words.usePasskey} begin={!asks} mfaToken={mfaToken} ended={end} />}
          <Group justify="space-between">
            <Anchor component="button" type="button" size="sm" onClick={() => setRecovers(!recovers)}>{!recovers ? words.useRecoveryCode : hasTotp ? words.useCode : words.usePasskey}</Anchor>
            <Anchor component="button" type="button" size="sm" onClick={startAgain}>{words.startAgain}</Anchor>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}
