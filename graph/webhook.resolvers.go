package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/event"
)

// WebhookEvents implements webhookEvents.
func (r *queryResolver) WebhookEvents(ctx context.Context, input *event.FeedInput) (*event.Page, error) {
	return r.options.Events.Feed(ctx, given(input))
}
