import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useClient } from 'urql'

import { useFaultToast } from '../../parts/useFaultToast.ts'
import { contactIds } from './pages.ts'
import type { Filter } from './useFilter.ts'

// most is how many contacts the server changes at once.
export const most = 1000

// pageSize is how many ids are read at once.
const pageSize = 100

export interface Selection {
  // places are the ids of what is selected, each with its place in the list, which is -1 for what was selected in another order.
  places: ReadonlyMap<string, number>
  toggle: (rows: [id: string, place: number][], selected: boolean) => void
  clear: () => void
  // reading is set while the server is asked what to select.
  reading: boolean
  // all selects what the filter matches, at most the first 1,000.
  all: () => Promise<void>
  // between is toggle for places of the list, in ascending order, whose rows were not all read.
  between: (places: number[], selected: boolean) => Promise<void>
}

// useSelection holds which contacts are selected. Another filter selects none: what was asked for the one before is
// dropped. Of what can't be read whole nothing is selected.
export function useSelection(filter: Filter): Selection {
  const client = useClient()
  const [places, setPlaces] = useState<ReadonlyMap<string, number>>(new Map())
  const [reading, setReading] = useState(false)
  const sayFault = useFaultToast()
  // asked counts the questions to the server. The answers to all but the last are dropped.
  const asked = useRef(0)
  const drop = useCallback(() => {
    asked.current++
    setReading(false)
  }, [])
  const matching = JSON.stringify([filter.search, filter.tags])
  useEffect(() => {
    setPlaces(new Map())
    return drop
  }, [drop, matching])
  const order = `${filter.sort} ${filter.descending}`
  const present = useRef(order)
  useEffect(() => {
    present.current = order
    setPlaces((places) => (places.size === 0 ? places : new Map([...places.keys()].map((id) => [id, -1]))))
  }, [order])
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
  const clear = useCallback(() => {
    drop()
    setPlaces((places) => (places.size === 0 ? places : new Map()))
  }, [drop])
  // read returns what is at the places from the first to the last, or undefined when that is not known, or not wanted any more.
  const read = useCallback(async (first: number, last: number) => {
    const own = ++asked.current
    setReading(true)
    const rows: [id: string, place: number][] = []
    for (let page = Math.floor(first / pageSize) + 1; (page - 1) * pageSize <= last; page++) {
      const input = { page, pageSize, searchTerm: filter.search || undefined, tags: filter.tags, sortBy: filter.sort, sortDesc: filter.descending }
      const { data, error } = await client.query(contactIds, { input }, { requestPolicy: 'network-only' })
      if (own !== asked.current) {
        return undefined
      }
      if (error || !data?.contactPage) {
        setReading(false)
        sayFault({ error })
        return undefined
      }
      rows.push(...data.contactPage.items.map(({ id }, row): [string, number] => [id, (page - 1) * pageSize + row]))
      if (page * pageSize >= data.contactPage.totalCount) {
        break
      }
    }
    setReading(false)
    return rows.filter(([, place]) => place >= first && place <= last)
  }, [client, filter, sayFault])
  // inOrder are rows that were read in the order of the filter, which may be another one by now.
  const inOrder = useCallback(
    (rows: [string, number][]) => rows.map(([id, place]): [string, number] => [id, present.current === order ? place : -1]),
    [order],
  )
  const all = useCallback(async () => {
    const rows = await read(0, most - 1)
    if (rows) {
      setPlaces(new Map(inOrder(rows)))
    }
  }, [inOrder, read])
  const between = useCallback(async (places: number[], selected: boolean) => {
    const wanted = new Set(selected ? places.slice(0, most) : places)
    const rows = await read(places[0] ?? 0, [...wanted].at(-1) ?? -1)
    if (rows) {
      toggle(inOrder(rows.filter(([, place]) => wanted.has(place))), selected)
    }
  }, [inOrder, read, toggle])
  return useMemo(() => ({ places, toggle, clear, reading, all, between }), [places, toggle, clear, reading, all, between])
}
