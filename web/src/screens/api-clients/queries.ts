import { graphql } from '../../api/graphql.ts'
import type { ApiClientQuery } from '../../api/generated/graphql.ts'

export const apiClientPageQuery = graphql(`
  query ApiClientPage($input: ApiClientPageInput) {
    apiClientPage(input: $input) { items { id name description keyPrefix status expiresAt lastUsedAt createdAt } totalCount page pageSize }
  }
`)

export const apiClientQuery = graphql(`
  query ApiClient($id: ID!) {
    apiClient(id: $id) { id name description keyPrefix allowedIps permissions expiresAt status lastUsedAt createdAt updatedAt }
  }
`)

export const usageQuery = graphql(`
  query ApiClientUsage($input: ApiClientUsageInput!) {
    apiClientUsage(input: $input) {
      items { timestamp method path statusCode ipAddress durationMs }
      totalCount page pageSize
      summary { totalRequests errorCount byDay { date count } }
    }
  }
`)

export const createApiClient = graphql(`
  mutation CreateApiClient($input: CreateApiClientInput!) { createApiClient(input: $input) { id apiKey } }
`)

export const updateApiClient = graphql(`
  mutation UpdateApiClient($input: UpdateApiClientInput!) {
    updateApiClient(input: $input) { id name description allowedIps permissions expiresAt status updatedAt }
  }
`)

export const regenerateApiClient = graphql(`
  mutation RegenerateApiClient($id: ID!) { regenerateApiClient(id: $id) { id apiKey apiClient { id keyPrefix updatedAt } } }
`)

export const revokeApiClient = graphql(`
  mutation RevokeApiClient($id: ID!) { revokeApiClient(id: $id) { id status updatedAt } }
`)

export type ApiClient = NonNullable<ApiClientQuery['apiClient']>
