package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/pricing"
)

// SavePricingPlan implements savePricingPlan.
func (r *mutationResolver) SavePricingPlan(ctx context.Context, input pricing.SaveInput) (*pricing.Plan, error) {
	return pricing.Save(ctx, r.options.DB, input)
}

// PricingPlans implements pricingPlans.
func (r *queryResolver) PricingPlans(ctx context.Context) ([]*pricing.Plan, error) {
	return pricing.List(ctx, r.options.DB)
}
