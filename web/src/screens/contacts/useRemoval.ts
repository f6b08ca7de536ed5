import { useCallback, useEffect, useMemo, useRef } from 'react'
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

// useRemoval deletes contacts unless somebody undoes it. They are hidden at once: hidden are their
// places in the list, in ascending order.
export function useRemoval(pages: Pages) {
  const words = useWords(contacts)
  const format = useFormat()
  const client = useClient()
  const { pending, later, now } = useUndo()
  const removals = useRef(new Map<string, number[]>())
  const remove = useCallback(
    (ids: string[], placeOf: (id: string) => number) => {
      const key = ids.join()
      removals.current.set(key, ids.map(placeOf))
      later(key, words.deleted(ids.length, format.number(ids.length)), async (context) => {
        const result = await client.mutation(deleteContacts, { input: { ids } }, context)
        await pages.again()
        return result
      })
    },
    [client, format, later, pages, words],
  )
  // The places are those of these pages.
  useEffect(() => {
    const places = removals.current
    return () => {
      now()
      places.clear()
    }
  }, [pages, now])
  const hidden = useMemo(() => {
    const places = [...pending].flatMap((key) => removals.current.get(key) ?? [])
    return [...new Set(places)].filter((place) => place >= 0).sort((a, b) => a - b)
  }, [pages, pending])
  return { hidden, remove }
}
