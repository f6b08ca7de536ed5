// A provider of OpenID Connect for the tests of the console. Its page asks for an e-mail address and takes any; the
// answer "refuse" refuses. It prints its issuer, and runs until it is killed.
import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const codes = new Map()
const base64 = (value) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

function idToken({ client, nonce, email }) {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: client, sub: email, nonce, iat: now, exp: now + 300, email, email_verified: true, given_name: 'Olivia', family_name: 'Single' }
  const signed = `${base64({ alg: 'RS256', kid: 'key' })}.${base64(claims)}`
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey).toString('base64url')}`
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url, issuer)
  const json = (value, status = 200) => response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
  switch (url.pathname) {
    case '/.well-known/openid-configuration':
      return json({
        issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      })
    case '/keys':
      return json({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }] })
    case '/authorize': {
      const email = url.searchParams.get('email')
      if (email === null) {
        const hidden = [...url.searchParams].map(([name, value]) => `<input type="hidden" name="${name}" value="${encodeURI(value)}">`)
        return response.writeHead(200, { 'Content-Type': 'text/html' }).end(
          `<!doctype html><title>Provider</title><form>${hidden.join('')}<label>Who are you? <input name="email"></label><button>Allow</button></form>`)
      }
      const code = randomUUID()
      codes.set(code, {
        client: url.searchParams.get('client_id'), nonce: url.searchParams.get('nonce'), challenge: url.searchParams.get('code_challenge'), email,
      })
      const answer = new URL(decodeURI(url.searchParams.get('redirect_uri')))
      answer.searchParams.set('state', url.searchParams.get('state'))
      answer.searchParams.set(...(email === 'refuse' ? ['error', 'access_denied'] : ['code', code]))
      return response.writeHead(302, { Location: answer.href }).end()
    }
    case '/token': {
      let body = ''
      for await (const part of request) {
        body += part
      }
      const sent = new URLSearchParams(body)
      const asked = codes.get(sent.get('code'))
      codes.delete(sent.get('code'))
      const verifier = createHash('sha256').update(sent.get('code_verifier') ?? '').digest('base64url')
      return asked && verifier === asked.challenge
        ? json({ access_token: 'access', token_type: 'Bearer', id_token: idToken(asked) })
        : json({ error: 'invalid_grant' }, 400)
    }
  }
  return json({}, 404)
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const issuer = `http://127.0.0.1:${server.address().port}`
console.log(issuer)
