import { Button, Center, Stack } from '@mantine/core'
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { Provider, useQuery } from 'urql'
import { Router } from 'wouter'

import { faultOf } from './api/fault.ts'
import { newClient } from './api/client.ts'
import { ErrorText } from './parts/ErrorText.tsx'
import { aroundNav, useAsked } from './parts/leave.ts'
import { lazily } from './parts/load.ts'
import { usePolling } from './parts/usePolling.ts'
import { Wait } from './parts/Wait.tsx'
import { takeArrival } from './session/arrival.ts'
import { MeContext, meQuery, type Me } from './session/me.ts'
import { nextPage } from './session/next.ts'
import { endVisit, useSession, visiting } from './session/session.ts'
import { mailedPage } from './session/mailed/token.ts'
import { SignIn } from './session/SignIn.tsx'
import { Kept, Shell } from './shell/Shell.tsx'
import { useWords } from './words/language.ts'
import { shell } from './words/shell.ts'

const LeaveDialog = lazily(() => import('./parts/LeaveDialog.tsx'))
// Few people ever see these.
const Mailed = lazily(() => import('./session/mailed/Mailed.tsx'))
const NewFactor = lazily(() => import('./session/NewFactor.tsx'))
const NewPassword = lazily(() => import('./session/NewPassword.tsx'))
const NoFirm = lazily(() => import('./session/NoFirm.tsx'))
const SignedInBy = lazily(() => import('./session/SignedInBy.tsx'))

// look is how often, in seconds, the page looks for other permissions, firms and invitations of its user.
const look = 60

const arrived = takeArrival()

export function App() {
  const session = useSession()
  const [arrival, setArrival] = useState(arrived)
  const leave = useCallback(() => setArrival(undefined), [])
  if (session === 'unknown') {
    return <Wait />
  }
  if (arrival) {
    return <Suspense fallback={<Wait />}><SignedInBy arrival={arrival} leave={leave} /></Suspense>
  }
  const mailed = mailedPage(location.pathname)
  if (mailed) {
    return <Suspense fallback={<Wait />}><Mailed page={mailed} signedIn={session === 'in'} /></Suspense>
  }
  return <Router base="/console" aroundNav={aroundNav}>{session === 'in' ? <SignedIn /> : <SignIn />}</Router>
}

function SignedIn() {
  const client = useMemo(newClient, [])
  return (
    <Provider value={client}>
      <Whoever />
    </Provider>
  )
}

// Whoever shows a user what the user can do now: a new password and a firm come before everything else.
function Whoever() {
  const words = useWords(shell)
  const [{ data, error }, again] = useQuery({ query: meQuery })
  const asked = useAsked()
  // The last answer stays where the next one is a fault, with what somebody has typed.
  const [me, setMe] = useState<Me>()
  // The factor is in use before its user has seen the recovery codes, which are shown once.
  const [isSettingUp, setSettingUp] = useState(false)
  if (data?.me && data.me !== me) {
    setMe(data.me)
  }
  const setUp = () => {
    setSettingUp(false)
    again({ requestPolicy: 'network-only' })
  }
  usePolling(() => me && again({ requestPolicy: 'network-only' }), look)
  if (!me) {
    return error ? (
      <Center h="100vh">
        <Stack>
          <ErrorText fault={faultOf(error)} again={() => again({ requestPolicy: 'network-only' })} />
          {visiting() && <Button onClick={endVisit}>{words.endVisit}</Button>}
        </Stack>
      </Center>
    ) : <Wait />
  }
  return (
    <MeContext value={me}>
      <Suspense fallback={<Wait />}>
        {me.mfaDue || isSettingUp ? (
          <Kept><NewFactor begun={() => setSettingUp(true)} done={setUp} /></Kept>
        ) : me.mustChangePassword ? <NewPassword /> : me.firm ? <Arrived /> : <NoFirm />}
      </Suspense>
      {asked && <Suspense><LeaveDialog {...asked} /></Suspense>}
    </MeContext>
  )
}

// Arrived shows the console, or leads back to the page that sent the user here to sign in.
function Arrived() {
  const next = useMemo(() => nextPage(location.href), [])
  useEffect(() => {
    if (next) {
      location.replace(next)
    }
  }, [next])
  return next ? <Wait /> : <Shell />
}
