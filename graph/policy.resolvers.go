package graph

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/google/uuid"
)

// CreatePolicyRule implements createPolicyRule.
func (r *mutationResolver) CreatePolicyRule(ctx context.Context, input policy.CreateInput) (*ent.PolicyRule, error) {
	return policy.Create(ctx, r.options.DB, input)
}

// UpdatePolicyRule implements updatePolicyRule.
func (r *mutationResolver) UpdatePolicyRule(ctx context.Context, input policy.UpdateInput) (*ent.PolicyRule, error) {
	return policy.Update(ctx, r.options.DB, input)
}

// DeletePolicyRule implements deletePolicyRule.
func (r *mutationResolver) DeletePolicyRule(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return id, policy.Delete(ctx, r.options.DB, id)
}

// Line implements line.
func (r *policyRuleResolver) Line(ctx context.Context, obj *ent.PolicyRule) (string, error) {
	return policy.Line(obj), nil
}

// Problem implements problem.
func (r *policyRuleResolver) Problem(ctx context.Context, obj *ent.PolicyRule) (*string, error) {
	return policy.Problem(obj), nil
}

// PolicyRules implements policyRules.
func (r *queryResolver) PolicyRules(ctx context.Context) ([]*ent.PolicyRule, error) {
	return policy.List(ctx, r.options.DB)
}

// PolicyExport implements policyExport.
func (r *queryResolver) PolicyExport(ctx context.Context, firmID uuid.UUID) (*policy.Export, error) {
	return policy.ExportFirm(ctx, r.options.DB, firmID)
}

func (r *queryResolver) RehearsePolicyRule(ctx context.Context, input policy.RehearseInput) (*policy.Rehearsal, error) {
	return policy.Rehearse(ctx, r.options.DB, r.options.Decisions, input)
}

func (r *resolver) PolicyRule() generated.PolicyRuleResolver { return &policyRuleResolver{r} }

type policyRuleResolver struct{ *resolver }
