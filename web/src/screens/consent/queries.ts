import { graphql } from '../../api/graphql.ts'
import type { ConsentsQuery } from '../../api/generated/graphql.ts'

export const consentsQuery = graphql(`
  query Consents($input: ConsentPageInput) {
    consents(input: $input) {
      items { id address addressKind state source evidence at by }
      totalCount page pageSize
    }
  }
`)

export type Entry = NonNullable<ConsentsQuery['consents']>['items'][number]

export const historyQuery = graphql(`
  query ConsentHistory($input: ConsentHistoryInput!) {
    consentHistory(input: $input) {
      items { id address addressKind state source evidence at by }
      totalCount page pageSize
    }
  }
`)

export const setConsent = graphql(`
  mutation SetConsent($input: SetConsentInput!) { setConsent(input: $input) { id address state } }
`)
