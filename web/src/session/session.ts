import { useSyncExternalStore } from 'react'

import { faultOfAnswer, type Fault } from '../api/fault.ts'
import { finishWork, leaveAnyway, leavePage } from '../parts/leave.ts'
import { changes, logIn, logInByProvider, logInMfa, logInPasskey, signOut as end, state, tellFirm, visited, visitKey, type State } from './access.js'

// What the console does with the session: it begins anew where another firm or nobody is signed in, so
// that no tab shows one firm and writes to another.

changes.addEventListener('moved', () => {
  leaveAnyway()
  location.assign('/console')
})

changes.addEventListener('finish', () => void finishWork())

export function useSession(): State {
  return useSyncExternalStore((listener) => {
    changes.addEventListener('state', listener)
    return () => changes.removeEventListener('state', listener)
  }, state)
}

// SignedIn is empty once the user is signed in. Else it has the fault of the server, or the token of a
// log-in that waits for a second factor.
export interface SignedIn {
  fault?: Fault
  mfaToken?: string
  // methods are what passes it: totp, passkey and recoveryCode.
  methods?: string[]
}

export function signIn(email: string, password: string): Promise<SignedIn> {
  return attempt(() => logIn(email, password))
}

export function signInMfa(proof: Parameters<typeof logInMfa>[0]): Promise<SignedIn> {
  return attempt(() => logInMfa(proof))
}

export function signInPasskey(proof: Parameters<typeof logInPasskey>[0]): Promise<SignedIn> {
  return attempt(() => logInPasskey(proof))
}

export function signInByProvider(code: string): Promise<SignedIn> {
  return attempt(() => logInByProvider(code))
}

async function attempt(send: () => ReturnType<typeof logIn>): Promise<SignedIn> {
  try {
    const { response, answer } = await send()
    return response.ok ? { mfaToken: answer.data.mfaToken, methods: answer.data.methods } : { fault: faultOfAnswer(answer) }
  } catch {
    return { fault: { code: 'Network', message: '', fields: {} } }
  }
}

// signOut ends the session, and begins anew without anybody. When the server has not ended the session, it calls failed: the
// user is still signed in, and stays.
export function signOut(failed: () => void) {
  return leavePage(async () => {
    try {
      await end()
    } catch {
      failed()
      return false
    }
    location.assign('/console')
    return true
  }, true)
}

// entered says that the session is in another firm now.
export function entered(landing: string) {
  tellFirm()
  location.assign(landing)
}

// visit lets a user of the super-firm work in another firm, in this tab. The page begins anew, so that
// nothing of the firm before is left in it.
export function visit(firmId: string) {
  return leavePage(() => {
    sessionStorage.setItem(visitKey, firmId)
    location.assign('/console')
    return Promise.resolve(true)
  })
}

export function endVisit() {
  return leavePage(() => {
    forgetVisit()
    location.assign('/console/admin/firms')
    return Promise.resolve(true)
  })
}

// forgetVisit makes the next requests in the own firm. The page has to begin anew after them.
export function forgetVisit() {
  sessionStorage.removeItem(visitKey)
}

export function visiting(): boolean {
  return visited() !== null
}
