package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/factor"
	"github.com/firmhub/firmhub/internal/domain/session"
)

// LoginMfa implements loginMfa.
func (r *mutationResolver) LoginMfa(ctx context.Context, input session.LoginMFAInput) (*session.LoginAnswer, error) {
	return session.Answer(r.options.Sessions.LoginMFA(ctx, input))
}

// BeginTotp implements beginTotp.
func (r *mutationResolver) BeginTotp(ctx context.Context) (*factor.Setup, error) {
	return r.options.Sessions.Factors().Begin(ctx)
}

// ConfirmTotp implements confirmTotp.
func (r *mutationResolver) ConfirmTotp(ctx context.Context, input factor.ConfirmInput) (*factor.RecoveryCodes, error) {
	return r.options.Sessions.Factors().Confirm(ctx, input)
}

// RemoveTotp implements removeTotp.
func (r *mutationResolver) RemoveTotp(ctx context.Context, input factor.RemoveInput) (bool, error) {
	err := r.options.Sessions.Factors().Remove(ctx, input)
	return err == nil, err
}

// Mfa implements mfa.
func (r *queryResolver) Mfa(ctx context.Context) (*factor.Status, error) {
	return r.options.Sessions.Factors().Status(ctx)
}
