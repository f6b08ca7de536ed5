import { useQuery } from 'urql'

import { graphql } from '../../api/graphql.ts'
import { useCan } from '../../session/me.ts'
import type { Conversation } from './queries.ts'

const summaryQuery = graphql(`
  query ContactSummary($id: ID!) {
    contact(id: $id) { id firstName lastName isActive tags phones { id phone isPrimary } emails { id email isPrimary } addresses { id city country } }
  }
`)

// useContact returns the contact of a conversation, if there is one and the user may see it.
export function useContact({ contactId }: Conversation) {
  const may = useCan()('Contact:View')
  const [{ data, error }] = useQuery({ query: summaryQuery, variables: { id: contactId ?? '' }, pause: !may || !contactId, requestPolicy: 'cache-and-network' })
  return { contact: contactId ? data?.contact : undefined, error }
}
