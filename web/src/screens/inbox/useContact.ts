import { useCallback, useEffect } from 'react'
import { useQuery } from 'urql'

import { graphql } from '../../api/graphql.ts'
import { useCan } from '../../session/me.ts'
import { useFeed } from './feed.ts'
import type { Conversation } from './queries.ts'

const summaryQuery = graphql(`
  query ContactSummary($id: ID!) {
    contact(id: $id) { id firstName lastName isActive tags phones { id phone isPrimary } emails { id email isPrimary } addresses { id city country } }
  }
`)

// pause is the least time between two readings, in milliseconds.
const pause = 1000

// useContact returns the contact of a conversation, if there is one and the user may see it. It reads the contact again
// when the conversation changes, as it does with its contact.
export function useContact({ id, contactId }: Conversation) {
  const feed = useFeed()
  const may = useCan()('Contact:View')
  const [{ data, error }, reread] = useQuery({ query: summaryQuery, variables: { id: contactId ?? '' }, pause: !may || !contactId, requestPolicy: 'cache-and-network' })
  const again = useCallback(() => reread({ requestPolicy: 'network-only' }), [reread])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = () => {
      timer = undefined
      again()
    }
    const leave = feed.listen((changed) => {
      if (may && contactId && changed.some((one) => one.id === id)) {
        timer ??= setTimeout(read, pause)
      }
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [again, contactId, feed, id, may])
  return { contact: contactId ? data?.contact : undefined, error, again }
}
