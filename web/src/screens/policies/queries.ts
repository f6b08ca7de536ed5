import { graphql } from '../../api/graphql.ts'
import type { PolicyRulesQuery } from '../../api/generated/graphql.ts'

export const policyRulesQuery = graphql(`query PolicyRules { policyRules { id line note problem updatedAt } }`)

export type Rule = NonNullable<PolicyRulesQuery['policyRules']>[number]

export const firmNamesQuery = graphql(`
  query FirmNames { firmPage(input: { pageSize: 100, sortBy: "name asc" }) { items { id name } } }
`)

export const permissionNamesQuery = graphql(`
  query PermissionNames { rolePropertyGroups(input: { pageSize: 100 }) { items { moduleName properties { id propertyName } } } }
`)

// The people and roles of the super-firm, to whom most rules apply.
export const ownPeopleQuery = graphql(`
  query OwnPeople { userPage(input: { pageSize: 100 }) { items { id firstName lastName } } }
`)

export const ownRolesQuery = graphql(`query OwnRoles { roles { id name } }`)

export const createPolicyRule = graphql(`mutation CreatePolicyRule($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { id } }`)

export const updatePolicyRule = graphql(`
  mutation UpdatePolicyRule($input: UpdatePolicyRuleInput!) { updatePolicyRule(input: $input) { id line note problem updatedAt } }
`)

export const deletePolicyRule = graphql(`mutation DeletePolicyRule($id: ID!) { deletePolicyRule(id: $id) }`)

export const policyExportQuery = graphql(`query PolicyExport($firmId: ID!) { policyExport(firmId: $firmId) { model policy } }`)
