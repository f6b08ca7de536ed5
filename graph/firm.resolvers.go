package graph

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// UserCount implements userCount.
func (r *firmResolver) UserCount(ctx context.Context, obj *ent.Firm) (int, error) {
	return firm.UserCount(ctx, r.options.DB, obj)
}

// ContactCount implements contactCount.
func (r *firmResolver) ContactCount(ctx context.Context, obj *ent.Firm) (int, error) {
	return firm.ContactCount(ctx, r.options.DB, obj)
}

// Warning implements warning.
func (r *firmResolver) Warning(ctx context.Context, obj *ent.Firm) (*string, error) {
	return firm.Warning(ctx, r.options.DB, obj)
}

// CreateFirm implements createFirm.
func (r *mutationResolver) CreateFirm(ctx context.Context, input firm.CreateInput) (*ent.Firm, error) {
	return firm.Create(ctx, r.options.DB, r.options.Passwords.Hash, input)
}

// UpdateFirm implements updateFirm.
func (r *mutationResolver) UpdateFirm(ctx context.Context, input firm.UpdateInput) (*ent.Firm, error) {
	return firm.Update(ctx, r.options.DB, r.options.Connections, input)
}

// UpdateOwnFirm implements updateOwnFirm.
func (r *mutationResolver) UpdateOwnFirm(ctx context.Context, input *firm.OwnInput) (*ent.Firm, error) {
	return firm.UpdateOwn(ctx, r.options.DB, r.options.Connections, given(input))
}

// QuietHours implements quietHours.
func (r *ownFirmResolver) QuietHours(ctx context.Context, obj *ent.Firm) (*pace.QuietHours, error) {
	return pace.Decode(obj.QuietHours)
}

// FirmPage implements firmPage.
func (r *queryResolver) FirmPage(ctx context.Context, input *firm.ListInput) (*page.Numbered[*ent.Firm], error) {
	return firm.List(ctx, r.options.DB, given(input), selected(ctx, "Firm", "items"))
}

// Firm implements firm.
func (r *queryResolver) Firm(ctx context.Context, id uuid.UUID) (*ent.Firm, error) {
	return firm.Get(ctx, r.options.DB, id, selected(ctx, "Firm"))
}

// OwnFirm implements ownFirm.
func (r *queryResolver) OwnFirm(ctx context.Context) (*ent.Firm, error) {
	return firm.Own(ctx, r.options.DB)
}

// PricingPlanID implements pricingPlanId, which null clears.
func (r *updateFirmInputResolver) PricingPlanID(ctx context.Context, obj *firm.UpdateInput, data *uuid.UUID) error {
	obj.PricingPlanID, obj.ClearPricingPlanID = data, data == nil
	return nil
}

// LowBalanceThreshold implements lowBalanceThreshold, which null clears.
func (r *updateFirmInputResolver) LowBalanceThreshold(ctx context.Context, obj *firm.UpdateInput, data *money.Amount) error {
	obj.LowBalanceThreshold, obj.ClearLowBalanceThreshold = data, data == nil
	return nil
}

// LowBalanceThreshold implements lowBalanceThreshold, which null clears.
func (r *updateOwnFirmInputResolver) LowBalanceThreshold(ctx context.Context, obj *firm.OwnInput, data *money.Amount) error {
	obj.LowBalanceThreshold, obj.ClearLowBalanceThreshold = data, data == nil
	return nil
}

// QuietHours implements quietHours, which null removes.
func (r *updateOwnFirmInputResolver) QuietHours(ctx context.Context, obj *firm.OwnInput, data *pace.QuietHours) error {
	obj.QuietHours, obj.ClearQuietHours = data, data == nil
	return nil
}

func (r *resolver) Firm() generated.FirmResolver { return &firmResolver{r} }

func (r *resolver) OwnFirm() generated.OwnFirmResolver { return &ownFirmResolver{r} }

func (r *resolver) UpdateFirmInput() generated.UpdateFirmInputResolver {
	return &updateFirmInputResolver{r}
}

func (r *resolver) UpdateOwnFirmInput() generated.UpdateOwnFirmInputResolver {
	return &updateOwnFirmInputResolver{r}
}

type (
	firmResolver               struct{ *resolver }
	ownFirmResolver            struct{ *resolver }
	updateFirmInputResolver    struct{ *resolver }
	updateOwnFirmInputResolver struct{ *resolver }
)
