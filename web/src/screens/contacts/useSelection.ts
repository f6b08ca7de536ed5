import { useCallback, useEffect, useMemo, useState } from 'react'
import { useClient } from 'urql'

import { contactIds } from './pages.ts'
import type { Filter } from './useFilter.ts'

// most is how many contacts the server changes at once.
export const most = 1000

export interface Selection {
  // places are the ids of what is selected, each with its place in the list.
  places: ReadonlyMap<string, number>
  toggle: (rows: [id: string, place: number][], selected: boolean) => void
  clear: () => void
  // all selects what the filter matches, at most the first 1,000.
  all: () => Promise<void>
}

// useSelection holds which contacts are selected. Another filter selects none.
export function useSelection(filter: Filter): Selection {
  const client = useClient()
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>(new Map())
  const matching = JSON.stringify([filter.search, filter.tags])
  useEffect(() => setPlaces(new Map()), [matching])
  const toggle = useCallback((rows: [string, number][], selected: boolean) => {
    setPlaces((places) => {
      const next = new Map(places)
      for (const [id, place] of rows) {
        if (!selected) {
          next.delete(id)
        } else if (next.size < most) {
          next.set(id, place)
        }
      }
      return next
    })
  }, [])
  const clear = useCallback(() => setPlaces((places) => (places.size === 0 ? places : new Map())), [])
  const all = useCallback(async () => {
    const found = new Map<string, number>()
    for (let page = 1; found.size < most; page++) {
      const input = { page, pageSize: 100, searchTerm: filter.search || undefined, tags: filter.tags, sortBy: filter.sort, sortDesc: filter.descending }
      const { data } = await client.query(contactIds, { input }, { requestPolicy: 'network-only' })
      data?.contactPage?.items.forEach(({ id }, row) => found.set(id, (page - 1) * 100 + row))
      if (!data?.contactPage || page * 100 >= data.contactPage.totalCount) {
        break
      }
    }
    setPlaces(found)
  }, [client, filter])
  return useMemo(() => ({ places, toggle, clear, all }), [places, toggle, clear, all])
}
