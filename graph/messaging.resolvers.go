package graph

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/segment"
	"github.com/firmhub/firmhub/internal/page"
)

// Category implements category.
func (r *messageResolver) Category(ctx context.Context, obj *ent.Message) (pricingprice.Category, error) {
	return pricingprice.Category(obj.Category), nil
}

// ReportMessages implements reportMessages.
func (r *mutationResolver) ReportMessages(ctx context.Context, input messaging.ReportInput) (*messaging.Reported, error) {
	return r.options.Messages.Report(ctx, input)
}

// ReportMessageStatuses implements reportMessageStatuses.
func (r *mutationResolver) ReportMessageStatuses(ctx context.Context, input messaging.StatusReportInput) (*messaging.StatusReported, error) {
	return messaging.ReportStatuses(ctx, r.options.DB, input)
}

// MessagePage implements messagePage.
func (r *queryResolver) MessagePage(ctx context.Context, input *messaging.ListInput) (*page.Numbered[*ent.Message], error) {
	return messaging.List(ctx, r.options.DB, given(input))
}

// CountSegments implements countSegments.
func (r *queryResolver) CountSegments(ctx context.Context, input segment.Text) (*segment.Count, error) {
	return new(segment.Of(input.Body)), nil
}

func (r *resolver) Message() generated.MessageResolver { return &messageResolver{r} }

type messageResolver struct{ *resolver }
