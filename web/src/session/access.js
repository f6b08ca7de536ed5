// The session of whoever is signed in. The console and the other pages of the server share this module,
// so it is plain JavaScript: those pages load it as it is. The access token is in this module alone, and
// the refresh token in a cookie that no script can read. All tabs have the same cookie, and each its own
// access token.

/**
 * State is unknown until the server has said whether the cookie still holds.
 * @typedef {'unknown' | 'in' | 'out'} State
 *
 * @typedef {object} Access
 * @property {string} token
 * @property {number} expires
 * @property {string} userId
 * @property {string} [firmId]
 */

const path = '/api/v1/auth/console'
// hint says in the storage of the browser that there may be a cookie, so that nobody else has to ask.
const hint = 'firmhub-session'
// visitKey names in the storage of this tab the firm that a user of the super-firm visits.
export const visitKey = 'firmhub-visit'
// draftPrefix begins the names of what somebody has typed and not sent or saved, in the storage of this tab. The id
// of the user follows it.
const draftPrefix = 'firmhub-draft-'
const otherTabs = new BroadcastChannel('firmhub-session')
// unfinished is a lock. Each tab has a share of it while it has something to do for its user in the session.
const unfinished = 'firmhub-unfinished'
// othersWithin is for how long signing out waits for the other tabs, in milliseconds.
const othersWithin = 5000

/** @type {State} */
let current = 'unknown'
/** @type {Access | undefined} */
let access
// present is the user whom this page shows.
/** @type {string | undefined} */
let present

// changes has the event state when state() may have changed, and moved when the session is in another
// firm now, or was ended, by another tab, and when it is that of another user than before. It has finish
// when another tab is about to end the session: what is unfinished can be done now, and not later.
export const changes = new EventTarget()

export function state() {
  return current
}

/**
 * @param {State} next
 * @param {Access} [granted]
 */
function become(next, granted) {
  const before = present
  access = granted
  current = next
  if (granted) {
    present = granted.userId
    forgetDrafts(present)
  }
  if (next === 'in') {
    localStorage.setItem(hint, 'open')
  } else {
    localStorage.removeItem(hint)
    sessionStorage.removeItem(visitKey)
  }
  changes.dispatchEvent(new Event('state'))
  if (before && before !== present) {
    changes.dispatchEvent(new Event('moved'))
  }
}

otherTabs.onmessage = ({ data }) => {
  if (data === 'finish') {
    changes.dispatchEvent(new Event('finish'))
    return
  }
  sessionStorage.removeItem(visitKey)
  if (data === 'out') {
    forgetDrafts()
    become('out')
  }
  changes.dispatchEvent(new Event('moved'))
}

// Whoever signs in in one tab is signed in in all.
addEventListener('storage', ({ key, newValue }) => {
  if (key === hint && newValue && current === 'out') {
    void refresh()
  }
})

/**
 * limited lets a request end that nobody answers: where a line was cut, a browser may wait for many minutes.
 * @param {RequestInit} init
 * @param {number} [limit] in milliseconds; the server itself ends an operation after 30 seconds
 * @returns {RequestInit}
 */
export function limited(init, limit = 40_000) {
  const end = AbortSignal.timeout(limit)
  if (!init.signal) {
    return { ...init, signal: end }
  }
  return AbortSignal.any ? { ...init, signal: AbortSignal.any([init.signal, end]) } : init
}

// sessionLimit is longer than the server takes to write an answer at most: a new refresh token that it has sent is not lost.
const sessionLimit = 100_000

/**
 * post calls an operation of the session. It outlives the page, so that a new refresh token is never
 * lost on the way.
 * @param {string} operation
 * @param {unknown} [body]
 */
async function post(operation, body) {
  const response = await fetch(`${path}/${operation}`, limited({
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json', ...(access && { Authorization: `Bearer ${access.token}` }) },
    body: JSON.stringify(body ?? {}),
  }, sessionLimit))
  return { response, answer: await response.json() }
}

/**
 * @param {{ token: string, expiresIn: number }} data
 * @returns {Access}
 */
function granted({ token, expiresIn }) {
  return { token, expires: Date.now() + (expiresIn - 30) * 1000, userId: claims(token).sub, firmId: claims(token).FirmId }
}

/**
 * claims returns what is in an access token. The server alone verifies it.
 * @param {string} token
 * @returns {{ sub: string, FirmId?: string }}
 */
function claims(token) {
  const payload = token.split('.')[1] ?? ''
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
}

/**
 * logIn returns what the server answers. If that is a session, the user is signed in. If it has an
 * mfaToken, the user has to send a code first.
 * @param {string} email
 * @param {string} password
 */
export async function logIn(email, password) {
  return arrive(await post('login', { email, password }))
}

/**
 * logInMfa ends a log-in that waits for a code, and returns what the server answers.
 * @param {{ mfaToken: string, code?: string, recoveryCode?: string }} proof
 */
export async function logInMfa(proof) {
  return arrive(await post('login/mfa', proof))
}

/**
 * logInPasskey signs in by what a passkey has signed: alone, or as the second factor of a log-in that waits
 * for one. It returns what the server answers.
 * @param {{ mfaToken?: string, credential: unknown }} proof
 */
export async function logInPasskey(proof) {
  return arrive(await post(proof.mfaToken ? 'login/mfa/passkey' : 'passkey/finish', proof))
}

/**
 * logInByProvider ends a log-in by an OpenID Connect provider with the code of the server. It returns what
 * logIn does.
 * @param {string} code
 */
export async function logInByProvider(code) {
  return arrive(await post('oidc/exchange', { code }))
}

/**
 * @param {{ response: Response, answer: any }} result
 */
function arrive({ response, answer }) {
  if (response.ok && answer.data.token) {
    become('in', granted(answer.data))
  }
  return { response, answer }
}

/**
 * holdSession keeps the other tabs from signing out, for a moment, until the function that it returns is called.
 */
export function holdSession() {
  let release = () => {}
  /** @type {Promise<void>} */
  const released = new Promise((resolve) => (release = resolve))
  // A browser has locks for https and localhost alone. Elsewhere nobody waits.
  void navigator.locks?.request(unfinished, { mode: 'shared' }, () => released)
  return release
}

// othersFinish asks the other tabs to finish, and waits until they have, or for a moment.
async function othersFinish() {
  otherTabs.postMessage('finish')
  try {
    await navigator.locks?.request(unfinished, { signal: AbortSignal.timeout(othersWithin) }, () => {})
  } catch {
    // A tab takes too long.
  }
}

// signOut ends the session, in all tabs, once these have finished. It fails, and the user stays signed in, when the server
// has not ended the session: its cookie would still hold.
export async function signOut() {
  await othersFinish()
  if (!(await ended()) && !(await new Promise((resolve) => setTimeout(resolve, 1000)).then(ended))) {
    throw new Error('the session has not ended')
  }
  forgetDrafts()
  become('out')
  otherTabs.postMessage('out')
}

/**
 * draftKey names something that a user has typed, in the storage of this tab.
 * @param {string} userId
 * @param {string} what
 */
export function draftKey(userId, what) {
  return `${draftPrefix}${userId}-${what}`
}

/**
 * draftsOf returns the names, without their beginning, of the drafts of a user whose names begin so.
 * @param {string} userId
 * @param {string} what
 * @returns {string[]}
 */
export function draftsOf(userId, what) {
  const prefix = draftKey(userId, what)
  return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
}

/**
 * hasDraft reports whether the user whom the page shows has drafts whose names begin so.
 * @param {string} what
 */
export function hasDraft(what) {
  return present !== undefined && draftsOf(present, what).length > 0
}

/**
 * forgetDrafts removes what everybody has typed but the user kept: the next one at this browser may be somebody
 * else. A session that has expired removes nothing, so that its user can go on.
 * @param {string} [kept]
 */
function forgetDrafts(kept) {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(draftPrefix) && !(kept && key.startsWith(draftKey(kept, '')))) {
      sessionStorage.removeItem(key)
    }
  }
}

// ended asks the server to end the session, and reports whether it has ended.
async function ended() {
  if (!(await accessToken())) {
    return current === 'out'
  }
  const { response } = await post('logout')
  return response.ok || (response.status === 401 && !(await refresh()) && current === 'out')
}

// tellFirm tells the other tabs that the session is in another firm now.
export function tellFirm() {
  otherTabs.postMessage('firm')
}

// visited returns the id of the firm that this tab visits, or null.
export function visited() {
  return sessionStorage.getItem(visitKey)
}

// firmNow returns the id of the firm in which this tab works, if there is one.
export function firmNow() {
  return visited() ?? access?.firmId
}

/** @type {Promise<boolean> | undefined} */
let refreshing

/**
 * refresh gets a new access token, and reports whether there is one. Tabs take turns, since each refresh
 * token can be used once.
 * @returns {Promise<boolean>}
 */
export function refresh() {
  // A browser has locks for https and localhost alone.
  refreshing ??= Promise.resolve(navigator.locks ? navigator.locks.request('firmhub-refresh', renew) : renew()).finally(() => (refreshing = undefined))
  return refreshing
}

async function renew() {
  const before = access?.firmId
  let { response, answer } = await post('refresh')
  if (response.status === 401) {
    // A page that was left may have sent the cookie just before, and its answer replaced it since.
    await new Promise((resolve) => setTimeout(resolve, 300))
    ;({ response, answer } = await post('refresh'))
  }
  if (response.ok) {
    const next = granted(answer.data)
    become('in', next)
    if (before && next.firmId !== before) {
      changes.dispatchEvent(new Event('moved'))
    }
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
  while (current === 'unknown') {
    try {
      await refresh()
    } catch {
      // The server does not answer. The page waits for it.
    }
    if (current === 'unknown') {
      await new Promise((resolve) => setTimeout(resolve, 2000))
    }
  }
}

// accessToken returns a token that is valid for at least 30 seconds, or an empty text.
export async function accessToken() {
  if (!access || Date.now() > access.expires) {
    await refresh()
  }
  return access?.token ?? ''
}
