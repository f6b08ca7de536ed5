import type { HubConnection } from '@microsoft/signalr'

import { load } from '../parts/load.ts'
import { accessToken } from '../session/access.js'

// Pushed is a notification as the hub sends it.
export interface Pushed {
  id: string
  module: string
  moduleId: string | null
  title: string
  message: string
}

// none is the id of no notification: after it come all.
export const none = '00000000-0000-0000-0000-000000000000'

interface Listener {
  // newest returns the id of the newest notification, or none. It is undefined when the server does not answer.
  newest: () => Promise<string | null | undefined>
  received: (notification: Pushed) => void
  counted: (unread: number) => void
  // connected reports whether the hub is connected.
  connected: (connected: boolean) => void
}

const waits = [500, 1000, 2000, 5000, 10_000]

// listen connects to the hub, and again whenever the connection is lost, until the function that it
// returns is called. What was missed in between is sent then. The client of the hub is loaded here,
// since no screen waits for it.
export function listen(listener: Listener): () => void {
  let ended = false
  let connection: HubConnection | undefined
  void load(() => import('@microsoft/signalr')).then(async ({ HubConnectionBuilder, LogLevel }) => {
    if (ended) {
      return
    }
    const wait = (attempt: number) => (waits[attempt] ?? 30_000) * (0.75 + Math.random() / 2)
    const hub = new HubConnectionBuilder()
      .withUrl('/notificationhub', { accessTokenFactory: accessToken })
      .withAutomaticReconnect({ nextRetryDelayInMilliseconds: ({ previousRetryCount }) => wait(previousRetryCount) })
      .configureLogging(LogLevel.None)
      .build()
    connection = hub
    let last: string | null | undefined
    let since: typeof last
    const seen = new Set<string>()
    hub.on('ReceiveNotification', (notification: Pushed) => {
      last = notification.id
      if (!seen.has(notification.id)) {
        seen.add(notification.id)
        listener.received(notification)
      }
    })
    hub.on('UnreadCount', listener.counted)
    hub.onreconnecting(() => {
      since ??= last
      listener.connected(false)
    })
    const connected = async () => {
      listener.connected(true)
      try {
        while (since && (await hub.invoke<boolean>('Resume', since))) {
          since = last
        }
        since = undefined
      } catch {
        // The connection is lost again, or about to be. The next one resumes from there.
      }
    }
    hub.onreconnected(connected)
    for (let attempt = 0; !ended; attempt++) {
      try {
        last ??= await listener.newest()
        if (ended) {
          return
        }
        await hub.start()
        await connected()
        return
      } catch {
        since ??= last
        listener.connected(false)
        await new Promise((resolve) => setTimeout(resolve, wait(attempt)))
      }
    }
  })
  return () => {
    ended = true
    void connection?.stop()
  }
}
