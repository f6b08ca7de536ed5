package graph

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/session"
)

// ForgotPassword implements forgotPassword.
func (r *mutationResolver) ForgotPassword(ctx context.Context, input session.ForgotPasswordInput) (bool, error) {
	err := r.options.Sessions.ForgotPassword(ctx, input)
	return err == nil, err
}

// ResetPassword implements resetPassword.
func (r *mutationResolver) ResetPassword(ctx context.Context, input session.ResetForgottenInput) (bool, error) {
	err := r.options.Sessions.ResetForgotten(ctx, input)
	return err == nil, err
}

// VerifyEmail implements verifyEmail.
func (r *mutationResolver) VerifyEmail(ctx context.Context, input account.VerifyEmailInput) (bool, error) {
	err := r.options.Accounts.VerifyEmail(ctx, input)
	return err == nil, err
}

// SendVerification implements sendVerification.
func (r *mutationResolver) SendVerification(ctx context.Context) (bool, error) {
	err := r.options.Accounts.SendVerification(ctx)
	return err == nil, err
}

// AcceptMailedInvitation implements acceptMailedInvitation.
func (r *mutationResolver) AcceptMailedInvitation(ctx context.Context, input session.AcceptMailedInvitationInput) (*session.LoginAnswer, error) {
	return session.Answer(r.options.Sessions.AcceptMailedInvitation(ctx, input))
}

// EmailVerified implements emailVerified.
func (r *userResolver) EmailVerified(ctx context.Context, obj *ent.User) (bool, error) {
	return obj.EmailVerifiedAt != nil, nil
}

// PendingEmail implements pendingEmail.
func (r *userResolver) PendingEmail(ctx context.Context, obj *ent.User) (*string, error) {
	return unlessEmpty(obj.PendingEmail), nil
}

// Language implements language.
func (r *userResolver) Language(ctx context.Context, obj *ent.User) (*string, error) {
	return unlessEmpty(obj.Language), nil
}
