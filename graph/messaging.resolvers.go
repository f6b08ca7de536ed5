package graph

import (
	"context"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/segment"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// Category implements category.
func (r *messageResolver) Category(ctx context.Context, obj *messaging.Message) (pricingprice.Category, error) {
	return pricingprice.Category(obj.Category), nil
}

// AddressKind implements addressKind.
func (r *messageResolver) AddressKind(ctx context.Context, obj *messaging.Message) (*provider.AddressKind, error) {
	if obj.AddressKind == nil {
		return nil, nil // A message that was reported has none.
	}
	return new(provider.AddressKind(*obj.AddressKind)), nil
}

// ReportMessages implements reportMessages.
func (r *mutationResolver) ReportMessages(ctx context.Context, input messaging.ReportInput) (*messaging.Reported, error) {
	return r.options.Messages.Report(ctx, input)
}

// ReportMessageStatuses implements reportMessageStatuses.
func (r *mutationResolver) ReportMessageStatuses(ctx context.Context, input messaging.StatusReportInput) (*messaging.StatusReported, error) {
	return r.options.Messages.ReportStatuses(ctx, input)
}

// SendMessages implements sendMessages.
func (r *mutationResolver) SendMessages(ctx context.Context, input messaging.SendInput) (*messaging.SendResult, error) {
	rights, err := r.sendRights(ctx)
	if err != nil {
		return nil, err
	}
	return r.options.Messages.Send(ctx, input, rights)
}

// CancelMessage implements cancelMessage.
func (r *mutationResolver) CancelMessage(ctx context.Context, input messaging.Ref) (*messaging.Message, error) {
	return r.options.Messages.Cancel(ctx, input.ID)
}

// MessagePage implements messagePage.
func (r *queryResolver) MessagePage(ctx context.Context, input *messaging.ListInput) (*page.Numbered[*messaging.Message], error) {
	return messaging.List(ctx, r.options.DB, given(input))
}

// Message implements message.
func (r *queryResolver) Message(ctx context.Context, id uuid.UUID) (*messaging.Message, error) {
	return messaging.Get(ctx, r.options.DB, id)
}

// CountSegments implements countSegments.
func (r *queryResolver) CountSegments(ctx context.Context, input segment.Text) (*segment.Count, error) {
	return new(segment.Of(input.Body)), nil
}

func (r *resolver) Message() generated.MessageResolver { return &messageResolver{r} }

type messageResolver struct{ *resolver }
