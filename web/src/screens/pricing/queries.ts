import { graphql } from '../../api/graphql.ts'
import type { MessageCategory, PricingPlansQuery } from '../../api/generated/graphql.ts'

export const pricingPlansQuery = graphql(`
  query PricingPlans { pricingPlans { id name description currency isDefault isActive chargeOn updatedAt prices { category country kind unitPrice unit freePerMonth validFrom } } }
`)

export const savePricingPlan = graphql(`
  mutation SavePricingPlan($input: SavePricingPlanInput!) {
    savePricingPlan(input: $input) { id name description currency isDefault isActive chargeOn updatedAt prices { category country kind unitPrice unit freePerMonth validFrom } }
  }
`)

export const planHistoryQuery = graphql(`
  query PlanHistory($id: ID!, $page: Int!) {
    auditLog(input: { targetId: $id, action: "pricingplan", page: $page, pageSize: 20 }) {
      items { id createdAt actor { name } before after }
      totalCount pageSize
    }
  }
`)

export type Plan = NonNullable<PricingPlansQuery['pricingPlans']>[number]

export const categories: MessageCategory[] = ['Marketing', 'Utility', 'Authentication', 'Service']
