import type { Channel } from './values.ts'

// Missing is what keeps a channel from sending or from receiving.
export type Missing = 'failing' | 'paused' | 'untested' | 'appSecret' | 'verifyToken' | 'publicUrl' | 'localUrl'

type Facts = Pick<Channel, 'kind' | 'status' | 'sender' | 'secretsSet' | 'hookUrl'> & { settings: Pick<Channel['settings'], 'phoneNumberId'> }

// missingOf returns what is still missing, the most urgent first.
export function missingOf({ kind, status, sender, settings, secretsSet, hookUrl }: Facts): Missing[] {
  const found: Missing[] = []
  if (status === 'Failing') {
    found.push('failing')
  }
  if (status === 'Paused') {
    found.push('paused')
  }
  // WhatsApp names the number of a channel at its first successful test.
  if (kind === 'WhatsApp' && sender === settings.phoneNumberId) {
    found.push('untested')
  }
  if (kind === 'WhatsApp') {
    found.push(...(['appSecret', 'verifyToken'] as const).filter((name) => !secretsSet.includes(name)))
  }
  if (isCalled(kind)) {
    if (!hookUrl) {
      found.push('publicUrl')
    } else if (/^(localhost|127\.|\[?::1)/.test(new URL(hookUrl).hostname)) {
      found.push('localUrl')
    }
  }
  return found
}

// isCalled reports whether the providers of a kind call the server.
export function isCalled(kind: Channel['kind']): boolean {
  return kind === 'WhatsApp' || kind === 'Sms'
}
