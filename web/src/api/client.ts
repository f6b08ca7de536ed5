import { Client, fetchExchange } from 'urql'

import { authorizedFetch } from '../session/authorized.js'
import { cache } from './cache.ts'

// newClient returns a client with an empty cache, for one user in one firm.
export function newClient(): Client {
  return new Client({ url: '/graphql', exchanges: [cache(), fetchExchange], fetch: authorizedFetch, preferGetMethod: false })
}
