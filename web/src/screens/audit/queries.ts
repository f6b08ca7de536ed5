import type { AuditQuery } from '../../api/generated/graphql.ts'
import { graphql } from '../../api/graphql.ts'

export const auditQuery = graphql(`
  query Audit($input: AuditLogInput) {
    auditLog(input: $input) {
      items { id createdAt actor { kind actorId name } action target { type name } before after address requestId }
      totalCount page pageSize
    }
  }
`)

export type Entry = NonNullable<AuditQuery['auditLog']>['items'][number]
