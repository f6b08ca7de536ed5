package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/page"
)

// SetConsent implements setConsent.
func (r *mutationResolver) SetConsent(ctx context.Context, input consent.SetInput) ([]*consent.Entry, error) {
	return consent.Set(ctx, r.options.DB, input)
}

// Consents implements consents.
func (r *queryResolver) Consents(ctx context.Context, input *consent.ListInput) (*page.Numbered[*consent.Entry], error) {
	return consent.List(ctx, r.options.DB, given(input))
}

// ConsentHistory implements consentHistory.
func (r *queryResolver) ConsentHistory(ctx context.Context, input consent.HistoryInput) (*page.Numbered[*consent.Entry], error) {
	return consent.History(ctx, r.options.DB, input)
}
