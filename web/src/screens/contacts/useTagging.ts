import { useCallback, useMemo } from 'react'
import { useClient } from 'urql'

import { graphql } from '../../api/graphql.ts'
import { useUndo } from '../../parts/useUndo.tsx'
import { useFormat } from '../../words/format.ts'
import { useWords } from '../../words/language.ts'
import type { Pages } from './pages.ts'
import type { Tagging } from './tagging.ts'
import { contacts } from './words.ts'

const changeTags = graphql(`
  mutation ChangeTagsOfContacts($input: ChangeTagsOfContactsInput!) { changeTagsOfContacts(input: $input) { updatedCount notFound } }
`)

// all are the changes of tags by their keys. Like the acts that can be undone they belong to the page, and not to a screen.
const all = new Map<string, Tagging>()

// useTagging changes the tags of contacts unless somebody undoes it: the server does not say which
// contacts had a tag before, so it is asked only once nobody can undo it. taggings are the changes
// that are not done yet.
export function useTagging(pages: Pages) {
  const words = useWords(contacts)
  const format = useFormat()
  const client = useClient()
  const { pending, later } = useUndo()
  const tag = useCallback(
    (input: Tagging) => {
      const key = `tags ${all.size}`
      all.set(key, input)
      later(key, words.tagsChanged(format.number(input.contactIds.length)), async (context) => {
        const result = await client.mutation(changeTags, { input }, context)
        await pages.again()
        return result
      })
    },
    [client, format, later, pages, words],
  )
  const taggings = useMemo(() => [...pending].flatMap((key) => all.get(key) ?? []), [pending])
  return { taggings, tag }
}
