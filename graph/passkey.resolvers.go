package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/factor"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/google/uuid"
)

// BeginPasskey implements beginPasskey.
func (r *mutationResolver) BeginPasskey(ctx context.Context) (*factor.PasskeyOptions, error) {
	return r.options.Sessions.Factors().BeginPasskey(ctx)
}

// FinishPasskey implements finishPasskey.
func (r *mutationResolver) FinishPasskey(ctx context.Context, input factor.FinishPasskeyInput) (*factor.NewPasskey, error) {
	return r.options.Sessions.Factors().FinishPasskey(ctx, input)
}

// RemovePasskey implements removePasskey.
func (r *mutationResolver) RemovePasskey(ctx context.Context, input factor.RemovePasskeyInput) (uuid.UUID, error) {
	return input.ID, r.options.Sessions.Factors().RemovePasskey(ctx, input)
}

// BeginLoginMfaPasskey implements beginLoginMfaPasskey.
func (r *mutationResolver) BeginLoginMfaPasskey(ctx context.Context, input session.BeginMFAPasskeyInput) (*factor.PasskeyOptions, error) {
	return r.options.Sessions.BeginLoginMFAPasskey(ctx, input)
}

// LoginMfaPasskey implements loginMfaPasskey.
func (r *mutationResolver) LoginMfaPasskey(ctx context.Context, input session.LoginMFAPasskeyInput) (*session.LoginAnswer, error) {
	return session.Answer(r.options.Sessions.LoginMFAPasskey(ctx, input))
}

// BeginLoginPasskey implements beginLoginPasskey.
func (r *mutationResolver) BeginLoginPasskey(ctx context.Context) (*factor.PasskeyOptions, error) {
	return r.options.Sessions.BeginLoginPasskey(ctx)
}

// LoginPasskey implements loginPasskey.
func (r *mutationResolver) LoginPasskey(ctx context.Context, input session.LoginPasskeyInput) (*session.LoginAnswer, error) {
	return session.Answer(r.options.Sessions.LoginPasskey(ctx, input))
}

// Passkeys implements passkeys.
func (r *queryResolver) Passkeys(ctx context.Context) ([]*factor.Passkey, error) {
	return r.options.Sessions.Factors().Passkeys(ctx)
}
