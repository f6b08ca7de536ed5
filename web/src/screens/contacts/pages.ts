import type { Client, RequestPolicy } from 'urql'

import { graphql } from '../../api/graphql.ts'
import type { ContactRowsQuery } from '../../api/generated/graphql.ts'
import { faultOf, type Fault } from '../../api/fault.ts'
import type { Filter } from './useFilter.ts'

const contactRows = graphql(`
  query ContactRows($input: ContactPageInput!, $phones: Boolean!, $emails: Boolean!, $tags: Boolean!) {
    contactPage(input: $input) {
      totalCount
      items {
        id firstName lastName gender isActive createdAt updatedAt
        phones @include(if: $phones) { id phone isPrimary }
        emails @include(if: $emails) { id email isPrimary }
        tags @include(if: $tags)
      }
    }
  }
`)

export const contactIds = graphql(`
  query ContactIds($input: ContactPageInput!) { contactPage(input: $input) { totalCount items { id } } }
`)

export type Row = NonNullable<ContactRowsQuery['contactPage']>['items'][number]

// Parts are the lists of a contact that are read; each makes a page cost more.
export interface Parts {
  phones: boolean
  emails: boolean
  tags: boolean
}

export const pageSize = 50

// kept is how many pages stay here beside those in view. The cache of the client has all.
const kept = 40

// Pages reads the contacts of one filter in one order, as they come into view.
export class Pages {
  total: number | undefined
  version = 0
  private rows = new Map<number, Row[]>()
  private watched = new Map<number, () => void>()
  // faults are those of pages in view that can't be read.
  private faults = new Map<number, Fault>()
  private listeners = new Set<() => void>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private lastMove = 0
  private first = 0
  private last = 0
  private client: Client
  private filter: Filter
  private parts: Parts

  constructor(client: Client, filter: Filter, parts: Parts) {
    this.client = client
    this.filter = filter
    this.parts = parts
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  // now tells React whether anything has changed.
  now = () => this.version

  get fault(): Fault | undefined {
    return this.faults.values().next().value
  }

  row(index: number): Row | undefined {
    return this.rows.get(Math.floor(index / pageSize) + 1)?.[index % pageSize]
  }

  indexOf(id: string): number {
    for (const [page, rows] of this.rows) {
      const place = rows.findIndex((row) => row.id === id)
      if (place >= 0) {
        return (page - 1) * pageSize + place
      }
    }
    return -1
  }

  // see says which rows are in view. Pages that pass by quickly are not read.
  see(first: number, last: number) {
    this.first = Math.floor(first / pageSize) + 1
    this.last = Math.floor(last / pageSize) + 1
    const wait = performance.now() - this.lastMove < 100 ? 40 : 0
    this.lastMove = performance.now()
    clearTimeout(this.timer)
    if (wait && !this.missing()) {
      return
    }
    this.timer = setTimeout(this.read, wait)
  }

  // again reads the pages in view anew, and returns once they are there.
  async again() {
    await Promise.all([...this.watched.keys()].map((page) => this.query(page, 'network-only').toPromise()))
  }

  close() {
    clearTimeout(this.timer)
    for (const page of this.watched.keys()) {
      this.leave(page)
    }
  }

  private missing(): boolean {
    return !this.watched.has(this.first) || !this.watched.has(this.last)
  }

  private leave(page: number) {
    this.watched.get(page)?.()
    this.watched.delete(page)
    this.faults.delete(page)
  }

  private query(page: number, policy: RequestPolicy) {
    const { search, tags, sort, descending } = this.filter
    const input = { page, pageSize, searchTerm: search || undefined, tags: tags.length > 0 ? tags : undefined, sortBy: sort, sortDesc: descending }
    return this.client.query(contactRows, { input, ...this.parts }, { requestPolicy: policy })
  }

  private read = () => {
    for (const page of this.watched.keys()) {
      if (page < this.first || page > this.last) {
        this.leave(page)
      }
    }
    for (let page = this.first; page <= this.last; page++) {
      if (!this.watched.has(page)) {
        this.watch(page)
      }
    }
  }

  // watch shows at once what the cache has. A page that was not read before is read all the same, for
  // what others changed.
  private watch(page: number) {
    this.watched.set(page, () => undefined)
    const { unsubscribe } = this.query(page, this.rows.has(page) ? 'cache-first' : 'cache-and-network').subscribe(({ data, error }) => {
      if (data?.contactPage) {
        this.total = data.contactPage.totalCount
        this.keep(page, data.contactPage.items)
      }
      const fault = faultOf(error)
      if (fault?.code === 'TooManyRequests') {
        this.leave(page)
        clearTimeout(this.timer)
        this.timer = setTimeout(this.read, 1000)
      } else if (fault) {
        this.faults.set(page, fault)
      } else {
        this.faults.delete(page)
      }
      this.version++
      this.listeners.forEach((listener) => listener())
    })
    // An answer that comes at once may have left the page.
    if (this.watched.has(page)) {
      this.watched.set(page, unsubscribe)
    } else {
      unsubscribe()
    }
  }

  private keep(page: number, rows: Row[]) {
    this.rows.delete(page)
    this.rows.set(page, rows)
    for (const old of this.rows.keys()) {
      if (this.rows.size <= kept) {
        break
      }
      if (!this.watched.has(old)) {
        this.rows.delete(old)
      }
    }
  }
}
