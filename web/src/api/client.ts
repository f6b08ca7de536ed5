import { Client, fetchExchange, subscriptionExchange } from 'urql'

import { limited } from '../session/access.js'
import { authorizedFetch } from '../session/authorized.js'
import { cache } from './cache.ts'
import { keep } from './keep.ts'
import { forward } from './live.ts'
import { overtake } from './overtake.ts'

// newClient returns a client with an empty cache, for one user in one firm.
export function newClient(): Client {
  return new Client({
    url: '/graphql',
    exchanges: [keep(), cache(), overtake(), fetchExchange, subscriptionExchange({ forwardSubscription: forward })],
    fetch: (input, init) => authorizedFetch(input, init, limited),
    preferGetMethod: false,
  })
}
