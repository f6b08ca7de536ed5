import { graphql } from '../../api/graphql.ts'
import type { PermissionModulesQuery } from '../../api/generated/graphql.ts'

export const modulesQuery = graphql(`
  query PermissionModules($input: RolePropertyPageInput) {
    rolePropertyGroups(input: $input) { items { moduleName properties { id moduleName propertyName displayName } } totalCount pageSize }
  }
`)

export type Module = NonNullable<PermissionModulesQuery['rolePropertyGroups']>['items'][number]

export const createProperties = graphql(`
  mutation CreateRoleProperties($input: RolePropertyGroupInput!) { module: createRoleProperties(input: $input) { moduleName } }
`)

export const updateProperties = graphql(`
  mutation UpdateRoleProperties($input: RolePropertyGroupInput!) {
    module: updateRoleProperties(input: $input) { moduleName }
  }
`)

export const deleteProperties = graphql(`mutation DeleteRoleProperties($moduleName: String!) { deleteRoleProperties(moduleName: $moduleName) }`)
