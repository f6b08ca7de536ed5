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

// BeginRecoveryCodes implements beginRecoveryCodes.
func (r *mutationResolver) BeginRecoveryCodes(ctx context.Context) (*factor.PasskeyOptions, error) {
	return r.options.Sessions.Factors().BeginRenewal(ctx)
}

// RenewRecoveryCodes implements renewRecoveryCodes.
func (r *mutationResolver) RenewRecoveryCodes(ctx context.Context, input factor.RenewInput) (*factor.RecoveryCodes, error) {
	return r.options.Sessions.Factors().RenewRecoveryCodes(ctx, input)
}

// Mfa implements mfa.
func (r *queryResolver) Mfa(ctx context.Context) (*factor.Status, error) {
	return r.options.Sessions.Factors().Status(ctx)
}
