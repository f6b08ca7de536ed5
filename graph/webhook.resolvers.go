package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/webhook"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// CreateWebhook implements createWebhook.
func (r *mutationResolver) CreateWebhook(ctx context.Context, input webhook.CreateInput) (*webhook.WithSecret, error) {
	return r.options.Webhooks.Create(ctx, input)
}

// UpdateWebhook implements updateWebhook.
func (r *mutationResolver) UpdateWebhook(ctx context.Context, input webhook.UpdateInput) (*webhook.Webhook, error) {
	return r.options.Webhooks.Update(ctx, input)
}

// DeleteWebhook implements deleteWebhook.
func (r *mutationResolver) DeleteWebhook(ctx context.Context, input webhook.Ref) (uuid.UUID, error) {
	return input.ID, r.options.Webhooks.Delete(ctx, input.ID)
}

// RotateWebhookSecret implements rotateWebhookSecret.
func (r *mutationResolver) RotateWebhookSecret(ctx context.Context, input webhook.Ref) (*webhook.WithSecret, error) {
	return r.options.Webhooks.Rotate(ctx, input.ID)
}

// TestWebhook implements testWebhook.
func (r *mutationResolver) TestWebhook(ctx context.Context, input webhook.Ref) (*webhook.Tested, error) {
	return r.options.Webhooks.Test(ctx, input.ID)
}

// ReplayWebhook implements replayWebhook.
func (r *mutationResolver) ReplayWebhook(ctx context.Context, input webhook.ReplayInput) (*webhook.Webhook, error) {
	return r.options.Webhooks.Replay(ctx, input)
}

// RetryWebhookDelivery implements retryWebhookDelivery.
func (r *mutationResolver) RetryWebhookDelivery(ctx context.Context, input webhook.DeliveryRef) (*webhook.Delivery, error) {
	return r.options.Webhooks.Retry(ctx, input)
}

// Webhooks implements webhooks.
func (r *queryResolver) Webhooks(ctx context.Context) ([]*webhook.Webhook, error) {
	return r.options.Webhooks.List(ctx)
}

// Webhook implements webhook.
func (r *queryResolver) Webhook(ctx context.Context, id uuid.UUID) (*webhook.Webhook, error) {
	return r.options.Webhooks.Get(ctx, id)
}

// WebhookEventTypes implements webhookEventTypes.
func (r *queryResolver) WebhookEventTypes(ctx context.Context) ([]*webhook.EventType, error) {
	return webhook.EventTypes(), nil
}

// WebhookDeliveries implements webhookDeliveries.
func (r *queryResolver) WebhookDeliveries(ctx context.Context, input webhook.DeliveriesInput) (*page.Numbered[*webhook.Delivery], error) {
	return r.options.Webhooks.Deliveries(ctx, input)
}

// WebhookEvents implements webhookEvents.
func (r *queryResolver) WebhookEvents(ctx context.Context, input *event.FeedInput) (*event.Page, error) {
	return r.options.Events.Feed(ctx, given(input), operationOf(ctx).renewed)
}
