// oidc.js REDIRECT_URI: a certified provider of OpenID Connect, with one client and one person for each login name. It prints
// its issuer, and runs until its input ends. The password does not matter.
import http from 'node:http'

import Provider from 'oidc-provider'

// It warns of what a provider that is not a test must set.
console.info = console.warn = () => {}
const server = http.createServer()
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const issuer = `http://127.0.0.1:${server.address().port}`
const provider = new Provider(issuer, {
  clients: [{
    client_id: 'firmhub', client_secret: 'the secret of the client', redirect_uris: [process.argv[2]],
    response_types: ['code'], grant_types: ['authorization_code'],
  }],
  pkce: { methods: ['S256'], required: () => true },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
  findAccount: (_, id) => ({
    accountId: id,
    claims: () => ({ sub: id, email: `${id}@firmhub.example`, email_verified: true, given_name: 'Grace', family_name: 'Hopper' }),
  }),
})
server.on('request', provider.callback())
console.log(issuer)
process.stdin.resume().on('end', () => process.exit())
