import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'

import { useWords } from '../words/language.ts'
import { byPasskey } from './passkey.ts'
import { passkey } from './passkeyWords.ts'
import type { SignedIn } from './session.ts'

// PasskeyButton signs in by a passkey: alone, or with the token of a log-in that waits for a second factor.
export default function PasskeyButton({ label, mfaToken, ended, begin = false, atOnce = false }: {
  label: string
  mfaToken?: string
  ended: (result: SignedIn) => void
  begin?: boolean
  // atOnce is set where a click has loaded the button.
  atOnce?: boolean
}) {
  const words = useWords(passkey)
  const [busy, setBusy] = useState(false)
  const use = async () => {
    setBusy(true)
    const result = await byPasskey(words, mfaToken)
    setBusy(false)
    ended(result)
  }
  useEffect(() => {
    if (atOnce) {
      void use()
    }
  }, [])
  return <Button variant={begin ? 'filled' : 'default'} loading={busy} onClick={() => void use()} data-testid="sign-in-passkey">{label}</Button>
}
