import { graphql } from '../../api/graphql.ts'
import type { PropertiesQuery, RoleQuery, RolesQuery } from '../../api/generated/graphql.ts'

export const rolesQuery = graphql(`
  query Roles { roles { id name description isActive isSystem userCount updatedAt } }
`)

export const roleQuery = graphql(`
  query Role($id: ID!) {
    role(id: $id) { id name description isActive isSystem userCount updatedAt permissions { id moduleName propertyName displayName } }
  }
`)

export const holdersQuery = graphql(`
  query Holders($roleId: ID!) { userPage(input: { roleId: $roleId, pageSize: 12 }) { items { id firstName lastName } totalCount } }
`)

export const createRole = graphql(`mutation CreateRole($input: CreateRoleInput!) { createRole(input: $input) { id } }`)

export const updateRole = graphql(`
  mutation UpdateRole($input: UpdateRoleInput!) { updateRole(input: $input) { id name description isActive updatedAt } }
`)

export const deleteRole = graphql(`mutation DeleteRole($id: ID!) { deleteRole(id: $id) }`)

export const setRolePermissions = graphql(`
  mutation SetRolePermissions($input: SetRolePermissionsInput!) { setRolePermissions(input: $input) { id } }
`)

export type Entry = NonNullable<RolesQuery['roles']>[number]
export type Role = NonNullable<RoleQuery['role']>
export type Property = NonNullable<PropertiesQuery['roleProperties']>[number]
