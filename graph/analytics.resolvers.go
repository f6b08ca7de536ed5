package graph

import (
	"context"

	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/analytics"
	"github.com/firmhub/firmhub/internal/fault"
)

// TrackingLimits implements trackingLimits, which is null without the permission.
func (r *messagingDashboardResolver) TrackingLimits(ctx context.Context, obj *analytics.Dashboard) (*analytics.Limits, error) {
	err := r.options.Authz.Can(ctx, "MessagingAnalytics", "Limit")
	if fault.Is(err, fault.Forbidden) {
		return nil, nil // null, as the contract says
	}
	if err != nil {
		return nil, err
	}
	return analytics.ReadLimits(ctx, r.options.DB)
}

// MessageVolume implements messageVolume.
func (r *queryResolver) MessageVolume(ctx context.Context, input *analytics.PeriodInput) (*analytics.Volume, error) {
	return analytics.ReadVolume(ctx, r.options.DB, given(input))
}

// MessageDelivery implements messageDelivery.
func (r *queryResolver) MessageDelivery(ctx context.Context, input *analytics.PeriodInput) (*analytics.Delivery, error) {
	return analytics.ReadDelivery(ctx, r.options.DB, given(input))
}

// MessageHours implements messageHours.
func (r *queryResolver) MessageHours(ctx context.Context, input *analytics.PeriodInput) ([]*analytics.HourOfDay, error) {
	return analytics.ReadHours(ctx, r.options.DB, given(input))
}

// MessageTemplates implements messageTemplates.
func (r *queryResolver) MessageTemplates(ctx context.Context, input *analytics.PeriodInput) ([]*analytics.Template, error) {
	return analytics.ReadTemplates(ctx, r.options.DB, given(input))
}

// TopContacts implements topContacts.
func (r *queryResolver) TopContacts(ctx context.Context, input *analytics.ContactsInput) ([]*analytics.Contact, error) {
	return analytics.ReadContacts(ctx, r.options.DB, given(input))
}

// MessagingLimits implements messagingLimits.
func (r *queryResolver) MessagingLimits(ctx context.Context) (*analytics.Limits, error) {
	return analytics.ReadLimits(ctx, r.options.DB)
}

// MessagingDashboard implements messagingDashboard.
func (r *queryResolver) MessagingDashboard(ctx context.Context, input *analytics.PeriodInput) (*analytics.Dashboard, error) {
	return analytics.ReadDashboard(ctx, r.options.DB, given(input))
}

func (r *resolver) MessagingDashboard() generated.MessagingDashboardResolver {
	return &messagingDashboardResolver{r}
}

type messagingDashboardResolver struct{ *resolver }
