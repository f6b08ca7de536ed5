import type { ChannelKind, ChannelQuery, ChannelSecretsInput, ChannelSecurity, ChannelSettingsInput, UpdateChannelInput } from '../../api/generated/graphql.ts'
import { changesOf } from '../../parts/changes.ts'

export type Channel = NonNullable<ChannelQuery['channel']>

export const kinds: ChannelKind[] = ['WhatsApp', 'Sms', 'Email', 'Sandbox']

type Setting = keyof ChannelSettingsInput
export type Secret = keyof ChannelSecretsInput

// Field is a setting or secret of a channel in its form.
export type Field = { at: 'settings'; name: Setting; required?: boolean; advanced?: boolean } | { at: 'secrets'; name: Secret; required?: boolean; advanced?: boolean }

const setting = (name: Setting, more: { required?: boolean; advanced?: boolean } = {}): Field => ({ at: 'settings', name, ...more })
const secret = (name: Secret, required = false): Field => ({ at: 'secrets', name, required })

// fieldsOf are the fields of each kind, in the order in which people find the values at the provider.
export const fieldsOf: Record<ChannelKind, Field[]> = {
  WhatsApp: [
    setting('phoneNumberId', { required: true }), setting('businessAccountId', { required: true }), secret('accessToken', true), secret('appSecret'), secret('verifyToken'),
    setting('baseUrl', { advanced: true }), setting('apiVersion', { advanced: true }),
  ],
  Sms: [setting('accountSid', { required: true }), secret('authToken', true), setting('from'), setting('messagingServiceSid'), setting('baseUrl', { advanced: true })],
  Email: [
    setting('host', { required: true }), setting('port', { required: true }), setting('security', { required: true }), setting('username'), secret('password'),
    setting('from', { required: true }), setting('fromName'), setting('replyTo'),
  ],
  Sandbox: [],
}

export interface Values {
  name: string
  // messagesPerSecond is empty for the default of the kind.
  messagesPerSecond: string
  settings: Record<Setting, string>
  // secrets are those to set. An empty text leaves a secret as it is, and null removes it.
  secrets: Record<Secret, string | null>
}

export const empty: Values = {
  name: '',
  messagesPerSecond: '',
  settings: {
    baseUrl: '', apiVersion: '', phoneNumberId: '', businessAccountId: '', accountSid: '', from: '', messagingServiceSid: '', host: '', port: '587', security: 'StartTls',
    username: '', fromName: '', replyTo: '',
  },
  secrets: { accessToken: '', appSecret: '', verifyToken: '', authToken: '', password: '' },
}

export function valuesOf(channel: Channel): Values {
  const settings = Object.fromEntries(Object.keys(empty.settings).map((name) => [name, String(channel.settings[name as Setting] ?? '')]))
  return { name: channel.name, messagesPerSecond: String(channel.messagesPerSecond), settings: settings as Values['settings'], secrets: empty.secrets }
}

// settingsInput has the settings of a kind that are not empty.
export function settingsInput(kind: ChannelKind, { settings }: Values): ChannelSettingsInput {
  const input: ChannelSettingsInput = {}
  for (const field of fieldsOf[kind]) {
    const value = field.at === 'settings' ? settings[field.name].trim() : ''
    if (field.at === 'secrets' || !value) {
      continue
    }
    if (field.name === 'port') {
      input.port = Number.parseInt(value) || 0
    } else if (field.name === 'security') {
      input.security = value as ChannelSecurity
    } else {
      input[field.name] = value
    }
  }
  return input
}

// secretsInput has the secrets to set or to remove.
export function secretsInput(kind: ChannelKind, { secrets }: Values): ChannelSecretsInput {
  const changed = fieldsOf[kind].flatMap((field) => (field.at === 'secrets' && secrets[field.name] !== '' ? [[field.name, secrets[field.name]]] : []))
  return Object.fromEntries(changed) as ChannelSecretsInput
}

// plain returns what a channel is configured with by the paths of the form, without its secrets, which nobody can read.
export function plain({ name, messagesPerSecond, settings }: Values): Record<string, string> {
  return { name, messagesPerSecond, ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [`settings.${name}`, value])) }
}

// merged returns what somebody else has saved, with what a form has changed since it began.
export function merged(before: Values, theirs: Values, mine: Values): Values {
  return { ...theirs, ...changesOf(before, mine), settings: { ...theirs.settings, ...changesOf(before.settings, mine.settings) } }
}

// rates are how many messages a channel of each kind sends in a second by default.
export const rates: Record<ChannelKind, number> = { WhatsApp: 80, Sms: 10, Email: 10, Sandbox: 1000 }

// rateOf reads how many messages a second a channel sends: the default of its kind where it is empty, and 0, which the server
// refuses, for what is no number.
export function rateOf(kind: ChannelKind, { messagesPerSecond }: Values): number {
  const text = messagesPerSecond.trim()
  return text === '' ? rates[kind] : Number.isSafeInteger(Number(text)) ? Number(text) : 0
}

// updateInput has what is not stored. The server takes the settings as a whole.
export function updateInput(kind: ChannelKind, stored: Values, values: Values): Omit<UpdateChannelInput, 'id'> {
  const changes = changesOf(stored, values)
  const secrets = secretsInput(kind, values)
  return {
    ...(changes.name !== undefined && { name: values.name }),
    ...(changes.settings && { settings: settingsInput(kind, values) }),
    ...(Object.keys(secrets).length > 0 && { secrets }),
    ...(changes.messagesPerSecond !== undefined && { messagesPerSecond: rateOf(kind, values) }),
  }
}
