import { graphql } from '../../api/graphql.ts'
import type { PolicyRulesQuery, RehearsePolicyRuleQuery } from '../../api/generated/graphql.ts'

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
  query OwnPeople { userPage(input: { pageSize: 100 }) { items { id firstName lastName email } } }
`)

// What the lists of all have left out, by what is typed.
export const peopleLikeQuery = graphql(`
  query PeopleLike($typed: String!) { userPage(input: { searchTerm: $typed, pageSize: 8 }) { items { id firstName lastName email } } }
`)

export const firmsLikeQuery = graphql(`
  query FirmsLike($typed: String!) { firmPage(input: { filter: { searchTerm: $typed }, pageSize: 8, sortBy: "name asc" }) { items { id name } } }
`)

export const ownRolesQuery = graphql(`query OwnRoles { roles { id name } }`)

export const createPolicyRule = graphql(`mutation CreatePolicyRule($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { id } }`)

export const updatePolicyRule = graphql(`
  mutation UpdatePolicyRule($input: UpdatePolicyRuleInput!) { updatePolicyRule(input: $input) { id line note problem updatedAt } }
`)

export const deletePolicyRule = graphql(`mutation DeletePolicyRule($id: ID!) { deletePolicyRule(id: $id) }`)

export const policyExportQuery = graphql(`query PolicyExport($firmId: ID!) { policyExport(firmId: $firmId) { model policy } }`)

// What a change of the rules would do.
export const rehearsePolicyRule = graphql(`
  query RehearsePolicyRule($input: RehearsePolicyRuleInput!) {
    rehearsePolicyRule(input: $input) {
      warnings { kind line message }
      subjectCount
      subjects { subject { userId apiClientId name firmId firmName } gained lost }
      calls { subject { userId apiClientId name firmId firmName } permission isAllowed calls }
      refused { calls people apiClients }
      allowed { calls people apiClients }
      isComplete
    }
  }
`)

export type Rehearsal = NonNullable<RehearsePolicyRuleQuery['rehearsePolicyRule']>
export type Subject = Rehearsal['subjects'][number]['subject']
export type CallSum = Rehearsal['refused']
