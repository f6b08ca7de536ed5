import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { Suspense, useEffect, useState, type SubmitEvent } from 'react'

import type { Fault } from '../api/fault.ts'
import { ErrorText } from '../parts/ErrorText.tsx'
import { Password } from '../parts/Password.tsx'
import { lazily } from '../parts/load.ts'
import { general } from '../words/general.ts'
import { useWords } from '../words/language.ts'
import { session } from '../words/session.ts'
import { Card } from './Card.tsx'
import { Providers } from './Providers.tsx'
import { signIn, type SignedIn } from './session.ts'

// Few people have a second factor.
const FactorForm = lazily(() => import('./FactorForm.tsx'))
const PasskeyButton = lazily(() => import('./PasskeyButton.tsx'))

interface Demo {
  password: string
  people: { name: string; email: string; firm: string; role: string }[]
}

// SignIn leaves the address as it is, so that the user arrives where the link led.
export function SignIn() {
  const words = { ...useWords(general), ...useWords(session) }
  const [fault, setFault] = useState<Fault>()
  const [busy, setBusy] = useState(false)
  const [waiting, setWaiting] = useState<SignedIn>({})
  const [passkeys, setPasskeys] = useState(false)

  const submit = async ({ email, password }: { email: string; password: string }) => {
    setBusy(true)
    const result = await signIn(email, password)
    setBusy(false)
    setFault(result.fault)
    setWaiting(result)
  }
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    void submit({ email: String(values.get('email')), password: String(values.get('password')) })
  }

  if (waiting.mfaToken) {
    return <Suspense><FactorForm mfaToken={waiting.mfaToken} methods={waiting.methods ?? []} startAgain={() => setWaiting({})} /></Suspense>
  }
  return (
    <Card title={words.signInTitle}>
      <form onSubmit={send} noValidate>
        <Stack>
          {fault && Object.keys(fault.fields).length === 0 && <ErrorText fault={fault} />}
          <TextInput label={words.email} type="email" autoComplete="username" autoFocus required data-testid="sign-in-email" name="email" error={fault?.fields.email} />
          <Password label={words.password} autoComplete="current-password" required data-testid="sign-in-password" name="password" error={fault?.fields.password} />
          <Button type="submit" loading={busy} data-testid="sign-in-submit">{words.signIn}</Button>
          {'PublicKeyCredential' in window && (passkeys ? (
            <Suspense fallback={<Button variant="default" loading>{words.signInPasskey}</Button>}>
              <PasskeyButton label={words.signInPasskey} atOnce ended={({ fault }) => setFault(fault)} />
            </Suspense>
          ) : <Button variant="default" onClick={() => setPasskeys(true)} data-testid="sign-in-passkey">{words.signInPasskey}</Button>)}
          <Anchor href="/console/forgot" size="sm">{words.forgot}</Anchor>
        </Stack>
      </form>
      <Providers />
      <DemoPeople title={words.demo} choose={(person) => void submit(person)} />
    </Card>
  )
}

// DemoPeople offers the people of `firmhub serve --demo`. Every other server has none.
function DemoPeople({ title, choose }: { title: string; choose: (person: { email: string; password: string }) => void }) {
  const [demo, setDemo] = useState<Demo>()
  useEffect(() => {
    fetch('/assets/demo.json').then((answer) => answer.json()).then(setDemo, () => undefined)
  }, [])
  if (!demo?.people.length) {
    return null
  }
  const people = [...new Map(demo.people.map((person) => [person.email, person])).values()]
  return (
    <Stack gap={4} mt="lg">
      <Text size="sm" c="dimmed">{title}</Text>
      {people.map((person) => (
        <Text size="sm" key={person.email}>
          <Anchor component="button" type="button" size="sm" onClick={() => choose({ email: person.email, password: demo.password })}>{person.name}</Anchor>
          {' '}{person.role}, {person.firm}
        </Text>
      ))}
    </Stack>
  )
}
