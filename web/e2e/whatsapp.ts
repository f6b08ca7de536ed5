import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'

import type { APIRequestContext } from '@playwright/test'

// Provider is the Cloud API of WhatsApp as `firmhub provider` doubles it.
export class Provider {
  url = ''
  private process: ChildProcess | undefined

  // start returns the address of the API.
  async start(accessToken: string): Promise<string> {
    const started = spawn('../bin/firmhub', ['provider', '--addr', '127.0.0.1:0', '--smtp-addr', '127.0.0.1:0'], {
      env: { ...process.env, FIRMHUB_PROVIDER_ACCESS_TOKEN: accessToken }, stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.process = started
    for await (const line of started.stdout) {
      const [, url = ''] = /on (http:\/\/\S+),/.exec(String(line)) ?? []
      this.url = url
      return url
    }
    throw new Error('the provider has not started')
  }

  stop() {
    this.process?.kill()
  }
}

// write has somebody write to a number, as Meta tells the hook of its channel.
export function write(request: APIRequestContext, hook: string, { phoneNumberId, secret, from, text }: { phoneNumberId: string; secret: string; from: string; text: string }) {
  const message = { from, id: `wamid.${Date.now()}`, timestamp: String(Math.floor(Date.now() / 1000)), type: 'text', text: { body: text } }
  const value = {
    messaging_product: 'whatsapp', metadata: { display_phone_number: phoneNumberId, phone_number_id: phoneNumberId },
    contacts: [{ wa_id: from, profile: { name: 'Ana Souza' } }], messages: [message],
  }
  const data = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ id: '1', changes: [{ field: 'messages', value }] }] })
  const signature = createHmac('sha256', secret).update(data).digest('hex')
  return request.post(hook, { data, headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': `sha256=${signature}` } })
}
