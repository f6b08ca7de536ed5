import { useMemo } from 'react'
import { useSearchParams } from 'wouter'

import type { ImportContactsInput } from '../../api/generated/graphql.ts'

// Options are how a file is read, beside what its headings say. The server does not keep them, so the
// address has them.
export interface Options {
  tags: string[]
  phoneCC: string
  updateExisting: boolean
  reject: boolean
  // mapping has the columns that somebody assigned, and no others: the server takes the types of those
  // from their headings.
  mapping: Record<string, string>
}

export function useOptions(): [Options, string] {
  const [parameters] = useSearchParams()
  const text = parameters.toString()
  return [useMemo(() => readOptions(text), [text]), text]
}

export function readOptions(text: string): Options {
  const parameters = new URLSearchParams(text)
  const columns = parameters.getAll('column')
  const fields = parameters.getAll('field')
  return {
    tags: parameters.getAll('tag'),
    phoneCC: parameters.get('phoneCC') ?? '',
    updateExisting: parameters.get('existing') !== 'keep',
    reject: parameters.get('cells') === 'reject',
    mapping: Object.fromEntries(columns.map((column, place) => [column, fields[place] ?? ''])),
  }
}

export function writeOptions({ tags, phoneCC, updateExisting, reject, mapping }: Options): string {
  const parameters = new URLSearchParams()
  tags.forEach((tag) => parameters.append('tag', tag))
  if (phoneCC) {
    parameters.set('phoneCC', phoneCC)
  }
  if (!updateExisting) {
    parameters.set('existing', 'keep')
  }
  if (reject) {
    parameters.set('cells', 'reject')
  }
  for (const [column, field] of Object.entries(mapping)) {
    parameters.append('column', column)
    parameters.append('field', field)
  }
  return parameters.toString()
}

export function inputOf(fileId: string, dryRun: boolean, { tags, phoneCC, updateExisting, reject, mapping }: Options): ImportContactsInput {
  return { fileId, dryRun, tags, updateExisting, mapping, defaultPhoneCC: phoneCC || undefined, invalidCells: reject ? 'Reject' : 'Skip' }
}
