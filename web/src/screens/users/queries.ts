import { graphql } from '../../api/graphql.ts'
import type { UserPageQuery } from '../../api/generated/graphql.ts'

export const userPageQuery = graphql(`
  query UserPage($input: UserPageInput) {
    userPage(input: $input) {
      items { id firstName lastName email userName status isActive invitationExpiresAt createdAt role { id name } }
      totalCount pageSize
    }
  }
`)

export type User = NonNullable<UserPageQuery['userPage']>['items'][number]

export const userQuery = graphql(`
  query FirmUser($id: ID!) {
    user(id: $id) { id firstName lastName email userName status isActive invitationExpiresAt createdAt role { id name } }
  }
`)

export const roleLookupQuery = graphql(`query RoleLookup { roleLookup { id name } }`)

export const createUser = graphql(`mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }`)

export const inviteUser = graphql(`
  mutation InviteUser($input: InviteUserInput!) { inviteUser(input: $input) { id status invitationExpiresAt } }
`)

export const updateUser = graphql(`
  mutation UpdateUser($input: UpdateUserInput!) {
    updateUser(input: $input) { id firstName lastName email userName status isActive invitationExpiresAt role { id name } }
  }
`)

export const removeUser = graphql(`mutation RemoveUser($id: ID!) { removeUser(id: $id) }`)

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim()
}
