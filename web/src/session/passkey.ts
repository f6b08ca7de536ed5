import { Client, fetchExchange } from 'urql'

import { faultOf, type Fault } from '../api/fault.ts'
import { graphql } from '../api/graphql.ts'
import { signInPasskey, type SignedIn } from './session.ts'

const beginLoginPasskey = graphql(`mutation BeginLoginPasskey { beginLoginPasskey { publicKey } }`)

const beginLoginMfaPasskey = graphql(`
  mutation BeginLoginMfaPasskey($input: BeginLoginMfaPasskeyInput!) { beginLoginMfaPasskey(input: $input) { publicKey } }
`)

// What the browser says when it uses no passkey, as the names of texts.
type Refusal = 'notUsed' | 'notMade' | 'hasOne' | 'otherAddress' | 'unsupported'

type Words = Record<Refusal, string>

// byPasskey signs in by a passkey: alone, or as the second factor of a log-in that waits for one.
export async function byPasskey(words: Words, mfaToken?: string): Promise<SignedIn> {
  // Nobody is signed in, so that no token goes along.
  const client = new Client({ url: '/graphql', exchanges: [fetchExchange], preferGetMethod: false })
  const { data, error } = mfaToken
    ? await client.mutation(beginLoginMfaPasskey, { input: { mfaToken } })
    : await client.mutation(beginLoginPasskey, {})
  if (!data) {
    return { fault: faultOf(error) }
  }
  const options = 'beginLoginPasskey' in data ? data.beginLoginPasskey : data.beginLoginMfaPasskey
  const answer = await signedByPasskey(words, options.publicKey)
  return answer.fault ? answer : signInPasskey({ mfaToken, credential: answer.credential })
}

// signedByPasskey lets a passkey sign by the options of the server.
export function signedByPasskey(words: Words, publicKey: unknown) {
  return ask(words, 'notUsed', () => navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey as PublicKeyCredentialRequestOptionsJSON),
  }))
}

// newPasskey lets the browser make a passkey by the options of the server.
export function newPasskey(words: Words, publicKey: unknown) {
  return ask(words, 'notMade', () => navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey as PublicKeyCredentialCreationOptionsJSON),
  }))
}

async function ask(words: Words, cancelled: Refusal, use: () => Promise<Credential | null>): Promise<{ fault?: Fault; credential?: unknown }> {
  const refuse = (refusal: Refusal) => ({ fault: { code: 'Passkey', message: words[refusal], fields: {} } })
  if (!('PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential)) {
    return refuse('unsupported')
  }
  try {
    const credential = await use()
    return credential ? { credential: (credential as PublicKeyCredential).toJSON() } : refuse(cancelled)
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    return refuse(name === 'SecurityError' ? 'otherAddress' : name === 'InvalidStateError' ? 'hasOne' : cancelled)
  }
}
