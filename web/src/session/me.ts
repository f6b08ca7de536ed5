import { createContext, useContext } from 'react'

import { graphql } from '../api/graphql.ts'
import type { MeQuery } from '../api/generated/graphql.ts'

export const meQuery = graphql(`
  query Me {
    me {
      user { id firstName lastName email userName emailVerified pendingEmail language }
      firm { firmId relationId firmName sessionId currency timeZone }
      role { id name }
      isSuperFirm
      permissions
      firms { firmId relationId firmName sessionId }
      invitations { id firmName roleName createdAt }
      mustChangePassword
      mfaDue
    }
  }
`)

export type Me = NonNullable<MeQuery['me']>

export const MeContext = createContext<Me | undefined>(undefined)

// useMe returns who is signed in, and where.
export function useMe(): Me {
  const me = useContext(MeContext)
  if (!me) {
    throw new Error('nobody is signed in')
  }
  return me
}

// useCan returns a function that reports whether the user has a permission, such as Contact:View. On a
// visit to another firm, the server says so as well.
export function useCan(): (permission: string) => boolean {
  const { permissions } = useMe()
  return (permission) => permissions.includes(permission)
}
