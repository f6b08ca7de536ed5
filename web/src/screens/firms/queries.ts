import { graphql } from '../../api/graphql.ts'
import type { FirmPageQuery } from '../../api/generated/graphql.ts'

export const firmPageQuery = graphql(`
  query FirmPage($input: FirmPageInput) {
    firmPage(input: $input) {
      items {
        id name isActive isSuperFirm currency timeZone pricingPlanId lowBalanceThreshold messagingTier userCount contactCount warning createdAt
      }
      totalCount pageSize
    }
  }
`)

export type Firm = NonNullable<FirmPageQuery['firmPage']>['items'][number]

export const firmQuery = graphql(`
  query Firm($id: ID!) {
    firm(id: $id) {
      id name isActive isSuperFirm currency timeZone pricingPlanId lowBalanceThreshold messagingTier userCount contactCount warning createdAt
    }
  }
`)

export const planNamesQuery = graphql(`query PlanNames { pricingPlans { id name currency isActive } }`)

export const createFirm = graphql(`mutation CreateFirm($input: CreateFirmInput!) { createFirm(input: $input) { id } }`)

export const updateFirm = graphql(`
  mutation UpdateFirm($input: UpdateFirmInput!) {
    updateFirm(input: $input) { id name isActive currency timeZone pricingPlanId lowBalanceThreshold messagingTier warning }
  }
`)
