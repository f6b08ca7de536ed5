import { signInByProvider, type SignedIn } from './session.ts'

// Signing in by a provider leaves the console. What is kept for the way back is in the storage of this tab.

const returnKey = 'firmhub-return'

// leaveTo goes to a provider. The user comes back to the page that is open now.
export function leaveTo(provider: string) {
  sessionStorage.setItem(returnKey, location.pathname + location.search)
  location.assign(`/api/v1/auth/oidc/${encodeURIComponent(provider)}/start`)
}

// Arrival is what the server answers when a provider has sent the browser back: a code for the session, or
// the reason why there is none.
export interface Arrival {
  code?: string
  reason?: string
}

// takeArrival returns the answer in the address, and replaces the address by the one that the user left: the
// code stays neither in the history nor in a bookmark. Elsewhere it returns nothing.
export function takeArrival(): Arrival | undefined {
  if (location.pathname !== '/console/signed-in') {
    return undefined
  }
  const given = new URLSearchParams(location.hash.slice(1))
  const before = sessionStorage.getItem(returnKey) ?? ''
  sessionStorage.removeItem(returnKey)
  history.replaceState(history.state, '', /^\/console(?!\/signed-in)(\/|\?|$)/.test(before) ? before : '/console')
  return { code: given.get('code') ?? undefined, reason: given.get('reason') ?? undefined }
}

let exchanging: Promise<SignedIn> | undefined

// exchange takes the code of an arrival once, however often it is called.
export function exchange(code: string): Promise<SignedIn> {
  exchanging ??= signInByProvider(code)
  return exchanging
}
