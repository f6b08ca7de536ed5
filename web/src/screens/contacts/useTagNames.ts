import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useQuery } from 'urql'

import { graphql } from '../../api/graphql.ts'

const tagNames = graphql(`query TagNames($searchTerm: String) { tagNames(searchTerm: $searchTerm, limit: 20) }`)

// useTagNames completes what is typed into a field of tags.
export function useTagNames() {
  const [typed, setTyped] = useState('')
  const [searchTerm] = useDebouncedValue(typed, 150)
  const [open, setOpen] = useState(false)
  const [{ data }] = useQuery({ query: tagNames, variables: { searchTerm }, pause: !open, requestPolicy: 'cache-and-network' })
  return { data: data?.tagNames ?? [], searchValue: typed, onSearchChange: setTyped, onFocus: () => setOpen(true) }
}
