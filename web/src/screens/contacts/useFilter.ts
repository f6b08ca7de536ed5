import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

export const sorts = ['firstName', 'lastName', 'createdAt', 'updatedAt'] as const
export type Sort = (typeof sorts)[number]

// Filter says which contacts are shown, in which order.
export interface Filter {
  search: string
  tags: string[]
  sort: Sort
  descending: boolean
}

// useFilter keeps the filter in the address: ?search=ana&tag=vip&tag=lead&sort=-createdAt. The newest
// contacts come first unless the address says otherwise.
export function useFilter(): [Filter, (change: Partial<Filter>) => void] {
  const [parameters, setParameters] = useSearchParams()
  const text = parameters.toString()
  const filter = useMemo(() => read(new URLSearchParams(text)), [text])
  const change = (part: Partial<Filter>) =>
    setParameters(
      () => {
        const present = new URLSearchParams(location.search)
        return write(present, { ...read(present), ...part })
      },
      { replace: true },
    )
  return [filter, change]
}

export function read(parameters: URLSearchParams): Filter {
  const order = parameters.get('sort') ?? '-createdAt'
  const sort = sorts.find((sort) => sort === order.replace('-', '')) ?? 'createdAt'
  return { search: (parameters.get('search') ?? '').slice(0, 200), tags: parameters.getAll('tag'), sort, descending: order.startsWith('-') }
}

export function write(parameters: URLSearchParams, { search, tags, sort, descending }: Filter): URLSearchParams {
  for (const name of ['search', 'tag', 'sort']) {
    parameters.delete(name)
  }
  if (search) {
    parameters.set('search', search)
  }
  tags.forEach((tag) => parameters.append('tag', tag))
  const order = `${descending ? '-' : ''}${sort}`
  if (order !== '-createdAt') {
    parameters.set('sort', order)
  }
  return parameters
}
