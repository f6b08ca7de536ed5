import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useClient } from 'urql'

import { graphql } from '../../api/graphql.ts'
import { useUndo } from '../../parts/useUndo.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import type { Pages } from './pages.ts'
import { contacts } from './words.ts'

const deleteContacts = graphql(`
  mutation DeleteContacts($input: DeleteContactsInput!) { deleteContacts(input: $input) { deletedCount notFound } }
`)

// prefix begins the keys of removals among all that can be undone.
const prefix = 'contacts:'

// useRemoval deletes contacts unless somebody undoes it. They are hidden at once, also by another filter: hidden are
// their places in the list, as far as it has been read, in ascending order.
export function useRemoval(pages: Pages) {
  const words = useWords(contacts)
  const format = useFormat()
  const client = useClient()
  const { pending, later } = useUndo()
  const present = useRef(pages)
  useEffect(() => void (present.current = pages), [pages])
  // The list forgets rows that are far from view, and they stay hidden.
  const places = useMemo(() => new Map<string, number>(), [pages])
  const remove = useCallback(
    (ids: string[], placeOf: (id: string) => number) => {
      ids.forEach((id) => places.set(id, placeOf(id)))
      later(prefix + ids.join(), words.deleted(ids.length, format.number(ids.length)), async (context) => {
        const result = await client.mutation(deleteContacts, { input: { ids } }, context)
        await present.current.again()
        return result
      })
    },
    [client, format, later, places, words],
  )
  const version = useSyncExternalStore(pages.subscribe, pages.now)
  const hidden = useMemo(() => {
    const ids = [...pending].filter((key) => key.startsWith(prefix)).flatMap((key) => key.slice(prefix.length).split(','))
    ids.forEach((id) => pages.indexOf(id) >= 0 && places.set(id, pages.indexOf(id)))
    return [...new Set(ids.flatMap((id) => places.get(id) ?? []))].filter((place) => place >= 0).sort((a, b) => a - b)
  }, [pages, pending, places, version])
  return { hidden, remove }
}
