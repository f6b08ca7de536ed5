import { useSyncExternalStore } from 'react'

import { faultOfAnswer, type Fault } from '../api/fault.ts'

// The session of the console. The access token is in this module alone, and the refresh token in a
// cookie that no script can read. All tabs have the same cookie, and each its own access token.

// State is unknown until the server has said whether the cookie still holds.
export type State = 'unknown' | 'in' | 'out'

interface Access {
  token: string
  expires: number
  firmId?: string
}

const path = '/api/v1/auth/console'
// hint says in the storage of the browser that there may be a cookie, so that nobody else has to ask.
const hint = 'firmhub-session'
const listeners = new Set<() => void>()
const otherTabs = new BroadcastChannel('firmhub-session')
// visitKey names in the storage of this tab the firm that a user of the super-firm visits.
const visitKey = 'firmhub-visit'
let state: State = 'unknown'
let access: Access | undefined

otherTabs.onmessage = () => {
  sessionStorage.removeItem(visitKey)
  location.assign('/console')
}

function become(next: State, granted?: Access) {
  access = granted
  state = next
  if (next === 'in') {
    localStorage.setItem(hint, 'open')
  } else {
    localStorage.removeItem(hint)
    sessionStorage.removeItem(visitKey)
  }
  listeners.forEach((listener) => listener())
}

export function useSession(): State {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, () => state)
}

// post calls an operation of the session. It outlives the page, so that a new refresh token is never
// lost on the way.
async function post(operation: string, body?: unknown) {
  const response = await fetch(`${path}/${operation}`, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json', ...(access && { Authorization: `Bearer ${access.token}` }) },
    body: JSON.stringify(body ?? {}),
  })
  return { response, answer: await response.json() }
}

function granted(data: { token: string; expiresIn: number }): Access {
  return { token: data.token, expires: Date.now() + (data.expiresIn - 30) * 1000, firmId: claims(data.token).FirmId }
}

// claims returns what is in an access token. The server alone verifies it.
function claims(token: string): { FirmId?: string } {
  const payload = token.split('.')[1] ?? ''
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
}

// signIn returns the fault of the server, or nothing once the user is signed in.
export async function signIn(email: string, password: string): Promise<Fault | undefined> {
  try {
    const { response, answer } = await post('login', { email, password })
    if (!response.ok) {
      return faultOfAnswer(answer)
    }
    become('in', granted(answer.data))
  } catch {
    return { code: 'Network', message: '', fields: {} }
  }
}

export async function signOut() {
  try {
    await accessToken()
    await post('logout')
  } finally {
    localStorage.removeItem(hint)
    sessionStorage.removeItem(visitKey)
    otherTabs.postMessage('out')
    location.assign('/console')
  }
}

// entered says that the session is in another firm now. Every tab begins anew, so that none shows one
// firm and writes to another.
export function entered(landing: string) {
  otherTabs.postMessage('firm')
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
  return sessionStorage.getItem(visitKey) !== null
}

let refreshing: Promise<boolean> | undefined

// refresh gets a new access token, and reports whether there is one. Tabs take turns, since each
// refresh token can be used once.
export function refresh(): Promise<boolean> {
  refreshing ??= navigator.locks.request('firmhub-refresh', renew).finally(() => (refreshing = undefined))
  return refreshing
}

async function renew(): Promise<boolean> {
  const before = access?.firmId
  let { response, answer } = await post('refresh')
  if (response.status === 401) {
    // A page that was left may have sent the cookie just before, and its answer replaced it since.
    await new Promise((resolve) => setTimeout(resolve, 300))
    ;({ response, answer } = await post('refresh'))
  }
  if (response.ok) {
    const next = granted(answer.data)
    if (before && next.firmId !== before) {
      location.assign('/console')
    }
    become('in', next)
    return true
  }
  if (response.status === 401) {
    become('out')
  }
  return false
}

// begin finds out whether the user is signed in.
export async function begin() {
  if (!localStorage.getItem(hint)) {
    return become('out')
  }
  while (state === 'unknown') {
    try {
      await refresh()
    } catch {
      // The server does not answer. The page waits for it.
    }
    if (state === 'unknown') {
      await new Promise((resolve) => setTimeout(resolve, 2000))
    }
  }
}

// accessToken returns a token that is valid for half a minute, or an empty text.
export async function accessToken(): Promise<string> {
  if (!access || Date.now() > access.expires) {
    await refresh()
  }
  return access?.token ?? ''
}

// authorizedFetch is fetch with the access token, in the firm that the tab visits. A token that the server refuses is renewed once.
export async function authorizedFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const send = async () => {
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${await accessToken()}`)
    const firm = sessionStorage.getItem(visitKey)
    if (firm) {
      headers.set('X-Firm-Id', firm)
    }
    return fetch(input, { ...init, headers })
  }
  const response = await send()
  const refused = response.headers.get('WWW-Authenticate')?.includes('invalid_token')
  return refused && (await refresh()) ? send() : response
}
