import { useMemo } from 'react'
import { Client, fetchExchange, Provider } from 'urql'

import { limited } from '../access.js'
import { authorizedFetch } from '../authorized.js'
import { Accept } from './Accept.tsx'
import { Forgot } from './Forgot.tsx'
import { Reset } from './Reset.tsx'
import type { MailedPage } from './token.ts'
import { Verify } from './Verify.tsx'

const pages = { forgot: Forgot, reset: Reset, verify: Verify, invitation: Accept }

// Mailed shows a page of a link in a mail. Who is signed in is known to the server, since an invitation
// may need that.
export default function Mailed({ page, signedIn }: { page: MailedPage; signedIn: boolean }) {
  const client = useMemo(() => new Client({
    url: '/graphql',
    exchanges: [fetchExchange],
    preferGetMethod: false,
    fetch: (input, init = {}) => (signedIn ? authorizedFetch(input, init, limited) : fetch(input, limited(init))),
  }), [signedIn])
  const Page = pages[page]
  return (
    <Provider value={client}>
      <Page signedIn={signedIn} />
    </Provider>
  )
}
