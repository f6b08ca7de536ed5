import { graphql } from '../../api/graphql.ts'

// findContactsQuery finds contacts by a name, a phone or an e-mail address.
export const findContactsQuery = graphql(`
  query FindContacts($searchTerm: String) {
    contactSearch(input: { searchTerm: $searchTerm, pageSize: 20 }) { items { id firstName lastName phones { id phone isPrimary } emails { id email isPrimary } } }
  }
`)
