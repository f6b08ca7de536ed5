import type { Client } from 'graphql-ws/client'
import type { SubscriptionForwarder } from 'urql'

import { load } from '../parts/load.ts'
import { accessToken, visited } from '../session/access.js'
import { retryWait } from './retryWait.ts'

// live has the event restored when events begin to come: once there is a connection, and again after it was lost.
// Those before were missed, also those between what a page has read first and its connection.
export const live = new EventTarget()

let connecting: Promise<Client> | undefined
let socket: WebSocket | undefined
let silence: ReturnType<typeof setTimeout> | undefined
// asked are called by the number of the ping whose answer they wait for.
const asked = new Map<number, () => void>()
let pings = 0

// pongWithin is how long the answer to a ping may take, in milliseconds.
const pongWithin = 5000

// connect returns the one connection of all subscriptions. Its library is loaded here, since no screen
// waits for it. It closes with the last subscription, and a token that expires is replaced.
function connect() {
  return (connecting ??= load(() => import('graphql-ws/client')).then(({ createClient }) =>
    createClient({
      url: `${location.origin.replace(/^http/, 'ws')}/graphql`,
      connectionParams: async () => ({ Authorization: `Bearer ${await accessToken()}` }),
      lazyCloseTimeout: 3000,
      keepAlive: 30_000,
      // A server that takes the connection and says nothing is away, too.
      connectionAckWaitTimeout: 10_000,
      retryAttempts: Infinity,
      retryWait,
      shouldRetry: () => true,
      on: {
        connected: (connected) => {
          socket = connected as WebSocket
          void begun().then(() => live.dispatchEvent(new Event('restored')))
        },
        // A server that does not answer is away, whatever the socket says: after sleep, or where a line was cut.
        ping: (isReceived) => {
          if (!isReceived) {
            silence = setTimeout(() => socket?.close(4408, 'Request Timeout'), pongWithin)
          }
        },
        pong: (isReceived, payload) => {
          if (isReceived) {
            clearTimeout(silence)
            answered(Number(payload?.number))
          }
        },
        closed: () => {
          clearTimeout(silence)
          socket = undefined
          ;[...asked.keys()].forEach(answered)
        },
      },
    }),
  ))
}

// begun resolves once the subscriptions that were sent to the server have begun: it answers a ping after that. Without a
// connection it resolves at once, as what happens until there is one is missed anyway.
export async function begun(): Promise<void> {
  // What is subscribed to now is sent in the microtasks before this.
  await new Promise((sent) => setTimeout(sent))
  if (socket?.readyState !== WebSocket.OPEN) {
    return
  }
  const number = ++pings
  socket.send(JSON.stringify({ type: 'ping', payload: { number } }))
  await new Promise<void>((resolve) => asked.set(number, resolve))
}

function answered(ping: number) {
  asked.get(ping)?.()
  asked.delete(ping)
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
