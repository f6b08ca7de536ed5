import { useSyncExternalStore } from 'react'

import { faultOfAnswer, type Fault } from '../api/fault.ts'
import { changes, logIn, signOut as end, state, tellFirm, visited, visitKey, type State } from './access.js'

// What the console does with the session: it begins anew where another firm or nobody is signed in, so
// that no tab shows one firm and writes to another.

changes.addEventListener('moved', () => location.assign('/console'))

export function useSession(): State {
  return useSyncExternalStore((listener) => {
    changes.addEventListener('state', listener)
    return () => changes.removeEventListener('state', listener)
  }, state)
}

// signIn returns the fault of the server, or nothing once the user is signed in.
export async function signIn(email: string, password: string): Promise<Fault | undefined> {
  try {
    const { response, answer } = await logIn(email, password)
    return response.ok ? undefined : faultOfAnswer(answer)
  } catch {
    return { code: 'Network', message: '', fields: {} }
  }
}

export async function signOut() {
  try {
    await end()
  } finally {
    location.assign('/console')
  }
}

// entered says that the session is in another firm now.
export function entered(landing: string) {
  tellFirm()
  location.assign(landing)
}

// visit lets a user of the super-firm work in another firm, in this tab. The page begins anew, so that
// nothing of the firm before is left in it.
export function visit(firmId: string) {
  sessionStorage.setItem(visitKey, firmId)
  location.assign('/console')
}

export function endVisit() {
  forgetVisit()
  location.assign('/console/admin/firms')
}

// forgetVisit makes the next requests in the own firm. The page has to begin anew after them.
export function forgetVisit() {
  sessionStorage.removeItem(visitKey)
}

export function visiting(): boolean {
  return visited() !== null
}
