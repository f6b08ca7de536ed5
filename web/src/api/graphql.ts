import { gql } from 'urql'

import type { graphql as typed } from './generated/gql.ts'

// graphql reads an operation where it is written, with the types that are generated for it. The
// generated function would bring the operations of all screens along with the first.
export const graphql = gql as unknown as typeof typed
