import type { Client } from 'graphql-ws'
import type { SubscriptionForwarder } from 'urql'

import { accessToken, visited } from '../session/access.js'

// live has the event restored when events come again after the connection was lost: those in between
// were missed.
export const live = new EventTarget()

let connecting: Promise<Client> | undefined

// connect returns the one connection of all subscriptions. Its library is loaded here, since no screen
// waits for it. It closes with the last subscription, and a token that expires is replaced.
function connect() {
  return (connecting ??= import('graphql-ws').then(({ createClient }) =>
    createClient({
      url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
      connectionParams: async () => ({ Authorization: `Bearer ${await accessToken()}` }),
      lazyCloseTimeout: 3000,
      keepAlive: 30_000,
      retryAttempts: Infinity,
      shouldRetry: () => true,
      on: { connected: (_socket, _payload, again) => again && live.dispatchEvent(new Event('restored')) },
    }),
  ))
}

// forward carries out subscriptions. On a visit to another firm there are no events: a connection works
// in the firm of the access token, and its events would be those of the own firm.
export const forward: SubscriptionForwarder = ({ query = '', variables }) => ({
  subscribe(sink) {
    let ended = false
    let end: (() => void) | undefined
    if (!visited()) {
      void connect().then((client) => {
        if (!ended) {
          end = client.subscribe({ query, variables }, sink as Parameters<Client['subscribe']>[1])
        }
      })
    }
    return {
      unsubscribe() {
        ended = true
        end?.()
      },
    }
  },
})
