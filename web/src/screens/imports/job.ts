import { useEffect } from 'react'
import { useQuery } from 'urql'

import { graphql } from '../../api/graphql.ts'
import type { ContactImportQuery } from '../../api/generated/graphql.ts'

// The contacts of a sample are not stored and have no ids of their own, by which the cache could keep
// them.
const contactImport = graphql(`
  query ContactImport($id: ID!) {
    contactImport(jobId: $id) {
      id fileId fileName status error dryRun undo undoableUntil createdAt finishedAt
      totalRows processedRows createdCount updatedCount failedCount unchangedCount skippedCells undoneCount skippedCount
      ignoredColumns { column reason }
      mapping { column field }
      hints
      options { tags updateExisting defaultPhoneCC mapping invalidCells }
      sample {
        firstName lastName tags
        phones { phone phoneCC }
        emails { email }
        addresses { city }
      }
    }
  }
`)

export type Job = NonNullable<ContactImportQuery['contactImport']>

// Options are how the rows of a file are read, beside what its headings say. Its mapping has the columns
// that somebody assigned, and no others: the server takes the types of those from their headings.
export type Options = Job['options']

export const importContacts = graphql(`
  mutation ImportContacts($input: ImportContactsInput!) { importContacts(input: $input) { id status } }
`)

// isActive reports whether the server still works on an import, or will.
export function isActive({ status, undo }: Pick<Job, 'status' | 'undo'>): boolean {
  return [status, undo].some((state) => state === 'Queued' || state === 'Running')
}

// useJob reads an import, each second while something happens.
export function useJob(id: string) {
  const [{ data, error, fetching }, read] = useQuery({ query: contactImport, variables: { id }, requestPolicy: 'cache-and-network' })
  const job = data?.contactImport?.id === id ? data.contactImport : undefined
  const active = job !== undefined && isActive(job)
  useEffect(() => {
    if (active && !fetching) {
      const timer = setTimeout(() => read({ requestPolicy: 'network-only' }), 1000)
      return () => clearTimeout(timer)
    }
  }, [active, fetching, job, read])
  return { job, error, read }
}
