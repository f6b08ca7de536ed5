package graph

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/firm"
	"github.com/google/uuid"
)

// PricingPlanID implements pricingPlanId.
func (r *firmResolver) PricingPlanID(ctx context.Context, obj *ent.Firm) (*uuid.UUID, error) {
	return nil, nil
}

// UserCount implements userCount.
func (r *firmResolver) UserCount(ctx context.Context, obj *ent.Firm) (int, error) {
	return firm.UserCount(ctx, r.db, obj.ID)
}

// ContactCount implements contactCount.
func (r *firmResolver) ContactCount(ctx context.Context, obj *ent.Firm) (int, error) {
	return firm.ContactCount(ctx, r.db, obj.ID)
}

// CreateFirm implements createFirm.
func (r *mutationResolver) CreateFirm(ctx context.Context, input firm.CreateInput) (*ent.Firm, error) {
	return firm.Create(ctx, r.db, r.passwords.Hash, input)
}

func (r *resolver) Firm() generated.FirmResolver { return &firmResolver{r} }

type firmResolver struct{ *resolver }
