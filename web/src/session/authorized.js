// Requests of whoever is signed in. The other pages of the server load this module too, as they do
// access.js.

import { accessToken, refresh, visited } from './access.js'

/**
 * sessionHeaders returns what the session adds to the headers of a request: the access token, and the
 * firm that the tab visits unless the request names a firm itself.
 * @param {Iterable<string>} [given] the names of the headers that the request has
 * @returns {Promise<Record<string, string>>}
 */
export async function sessionHeaders(given = []) {
  const names = [...given].map((name) => name.toLowerCase())
  const firm = names.includes('x-firm-id') ? null : visited()
  return { Authorization: `Bearer ${await accessToken()}`, ...(firm && { 'X-Firm-Id': firm }) }
}

/**
 * authorized sends a request with the headers of the session. A token that the server refuses is renewed
 * once. challengeOf returns the header WWW-Authenticate of an answer.
 * @template Answer
 * @param {(headers: Record<string, string>) => Promise<Answer>} send
 * @param {(answer: Answer) => string | null} challengeOf
 * @param {Iterable<string>} [given] the names of the headers that the request has
 * @returns {Promise<Answer>}
 */
export async function authorized(send, challengeOf, given) {
  const sendNow = async () => send(await sessionHeaders(given))
  const answer = await sendNow()
  const refused = challengeOf(answer)?.includes('invalid_token')
  return refused && (await refresh()) ? sendNow() : answer
}

/**
 * authorizedFetch is fetch with the headers of the session, instead of a token that the request has.
 * @param {RequestInfo | URL} input
 * @param {RequestInit} [init]
 * @param {(init: RequestInit) => RequestInit} [prepare] is called when the request is sent, which may be after a refresh
 */
export function authorizedFetch(input, init = {}, prepare = (request) => request) {
  const headers = new Headers(init.headers)
  /** @param {Record<string, string>} added */
  const send = (added) => {
    Object.entries(added).forEach(([name, value]) => headers.set(name, value))
    return fetch(input, prepare({ ...init, headers }))
  }
  return authorized(send, (response) => response.headers.get('WWW-Authenticate'), [...headers.keys()])
}
