import { Alert, Anchor, Stack } from '@mantine/core'
import { useEffect, useState } from 'react'

import type { Fault } from '../api/fault.ts'
import { ErrorText } from '../parts/ErrorText.tsx'
import { Wait } from '../parts/Wait.tsx'
import { useWords } from '../words/language.ts'
import { exchange, type Arrival } from './arrival.ts'
import { Card } from './Card.tsx'
import FactorForm from './FactorForm.tsx'
import { refusalWords } from './refusalWords.ts'
import type { SignedIn } from './session.ts'

// SignedInBy ends a log-in by a provider: it exchanges the code, asks for a second factor if the server wants
// one, or says why the user is not signed in. leave goes on, signed in or not.
export default function SignedInBy({ arrival: { code, reason }, leave }: { arrival: Arrival; leave: () => void }) {
  const words = useWords(refusalWords)
  const [fault, setFault] = useState<Fault>()
  const [waiting, setWaiting] = useState<SignedIn>({})
  useEffect(() => {
    if (code) {
      void exchange(code).then((result) => {
        setFault(result.fault)
        setWaiting(result)
        if (!result.fault && !result.mfaToken) {
          leave()
        }
      })
    }
  }, [code, leave])
  if (waiting.mfaToken) {
    return <FactorForm mfaToken={waiting.mfaToken} methods={waiting.methods ?? []} startAgain={leave} done={leave} />
  }
  if (code && !fault) {
    return <Wait />
  }
  const reasons: Record<string, string> = words.reasons
  return (
    <Card title={words.refusedTitle}>
      <Stack>
        {fault?.code === 'Network' ? <ErrorText fault={fault} /> : (
          <Alert color="red" role="alert">{fault ? words.reasons.expired : (reasons[reason ?? ''] ?? words.reasons.failed)}</Alert>
        )}
        <Anchor component="button" type="button" onClick={leave}>{words.again}</Anchor>
      </Stack>
    </Card>
  )
}
