import { Button } from '@mantine/core'
import { useState } from 'react'

import { useWords } from '../words/language.ts'
import { byPasskey } from './passkey.ts'
import { passkey } from './passkeyWords.ts'
import type { SignedIn } from './session.ts'

// PasskeyButton signs in by a passkey: alone, or with the token of a log-in that waits for a second factor.
export default function PasskeyButton({ label, mfaToken, ended, begin = false }: {
  label: string
  mfaToken?: string
  ended: (result: SignedIn) => void
  begin?: boolean
}) {
  const words = useWords(passkey)
  const [busy, setBusy] = useState(false)
  const use = async () => {
    setBusy(true)
    const result = await byPasskey(words, mfaToken)
    setBusy(false)
    ended(result)
  }
  return <Button variant={begin ? 'filled' : 'default'} loading={busy} onClick={() => void use()} data-testid="sign-in-passkey">{label}</Button>
}
