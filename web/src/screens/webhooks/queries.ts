import { graphql } from '../../api/graphql.ts'
import type { WebhookDeliveriesQuery, WebhookQuery } from '../../api/generated/graphql.ts'

export const webhooksQuery = graphql(`
  query Webhooks {
    webhooks { id name url eventTypes status statusReason ordered updatedAt lastDelivery { id eventType status createdAt } }
  }
`)

export const webhookQuery = graphql(`
  query Webhook($id: ID!) {
    webhook(id: $id) { id name url eventTypes status statusReason ordered createdAt updatedAt }
  }
`)

export const webhookEventTypesQuery = graphql(`
  query WebhookEventTypes { webhookEventTypes { type module } }
`)

export const webhookDeliveriesQuery = graphql(`
  query WebhookDeliveries($input: WebhookDeliveriesInput!) {
    webhookDeliveries(input: $input) {
      items { id eventId eventType status attempts responseStatus responseBody nextAttemptAt createdAt }
      totalCount page pageSize
    }
  }
`)

export const createWebhook = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) { createWebhook(input: $input) { id secret } }
`)

export const updateWebhook = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) { id name url eventTypes status statusReason ordered updatedAt }
  }
`)

export const deleteWebhook = graphql(`
  mutation DeleteWebhook($input: WebhookIdInput!) { deleteWebhook(input: $input) }
`)

export const rotateWebhookSecret = graphql(`
  mutation RotateWebhookSecret($input: WebhookIdInput!) { rotateWebhookSecret(input: $input) { id secret } }
`)

export const testWebhook = graphql(`
  mutation TestWebhook($input: WebhookIdInput!) { testWebhook(input: $input) { ok message latencyMs } }
`)

export const replayWebhook = graphql(`
  mutation ReplayWebhook($input: ReplayWebhookInput!) { replayWebhook(input: $input) { id } }
`)

export const retryWebhookDelivery = graphql(`
  mutation RetryWebhookDelivery($input: WebhookDeliveryIdInput!) {
    retryWebhookDelivery(input: $input) { id status attempts responseStatus responseBody nextAttemptAt }
  }
`)

export type Webhook = NonNullable<WebhookQuery['webhook']>
export type Delivery = NonNullable<WebhookDeliveriesQuery['webhookDeliveries']>['items'][number]
