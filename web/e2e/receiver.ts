import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Received is a call of a webhook.
export interface Received {
  id: string
  timestamp: string
  signatures: string[]
  body: string
}

// Receiver is a program that gets events, as a partner would write it.
export class Receiver {
  calls: Received[] = []
  // answer is what it answers from now on.
  answer = { status: 200, body: 'taken' }
  private server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => { body += chunk })
    request.on('end', () => {
      const header = (name: string) => String(request.headers[`webhook-${name}`] ?? '')
      this.calls.push({ id: header('id'), timestamp: header('timestamp'), signatures: header('signature').split(' '), body })
      response.writeHead(this.answer.status, { 'Content-Type': 'text/plain' }).end(this.answer.body)
    })
  })

  // start returns the address of the receiver.
  start(): Promise<string> {
    return new Promise((started) => {
      this.server.listen(0, '127.0.0.1', () => started(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}/events`))
    })
  }

  stop() {
    this.server.close()
    this.server.closeAllConnections()
  }

  // about returns the calls for events about a contact, by what is in their bodies.
  about(text: string): Received[] {
    return this.calls.filter(({ body }) => body.includes(text))
  }
}

// isSigned reports whether a call is signed by a secret, as Standard Webhooks says.
export function isSigned({ id, timestamp, signatures, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return signatures.includes(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
}
