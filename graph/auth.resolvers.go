package graph

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/google/uuid"
)

// Permissions implements permissions.
func (r *meResolver) Permissions(ctx context.Context, obj *session.Me) ([]string, error) {
	return r.options.Authz.Permissions(ctx)
}

// Login implements login.
func (r *mutationResolver) Login(ctx context.Context, input session.LoginInput) (*session.LoginAnswer, error) {
	return session.Answer(r.options.Sessions.Login(ctx, input))
}

// RefreshToken implements refreshToken.
func (r *mutationResolver) RefreshToken(ctx context.Context, input session.RefreshInput) (*session.TokenPair, error) {
	return r.options.Sessions.Refresh(ctx, input)
}

// SetFirm implements setFirm.
func (r *mutationResolver) SetFirm(ctx context.Context, input session.SetFirmInput) (*session.FirmToken, error) {
	return r.options.Sessions.SetFirm(ctx, input)
}

// Logout implements logout.
func (r *mutationResolver) Logout(ctx context.Context) (bool, error) {
	err := r.options.Sessions.Logout(ctx)
	return err == nil, err
}

// ChangePassword implements changePassword.
func (r *mutationResolver) ChangePassword(ctx context.Context, input session.ChangePasswordInput) (bool, error) {
	err := r.options.Sessions.ChangePassword(ctx, input)
	return err == nil, err
}

// UpdateMe implements updateMe.
func (r *mutationResolver) UpdateMe(ctx context.Context, input *account.UpdateMeInput) (*ent.User, error) {
	return r.options.Accounts.UpdateMe(ctx, given(input))
}

// AcceptInvitation implements acceptInvitation.
func (r *mutationResolver) AcceptInvitation(ctx context.Context, input membership.AcceptInvitationInput) (*membership.FirmEntry, error) {
	return r.options.Memberships.AcceptInvitation(ctx, input)
}

// DeclineInvitation implements declineInvitation.
func (r *mutationResolver) DeclineInvitation(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return id, r.options.Memberships.DeclineInvitation(ctx, id)
}

// Me implements me.
func (r *queryResolver) Me(ctx context.Context) (*session.Me, error) {
	return r.options.Sessions.Me(ctx)
}

// Invitations implements invitations.
func (r *queryResolver) Invitations(ctx context.Context) ([]*membership.Invitation, error) {
	return r.options.Memberships.Invitations(ctx)
}

func (r *resolver) Me() generated.MeResolver { return &meResolver{r} }

func (r *resolver) User() generated.UserResolver { return &userResolver{r} }

type (
	meResolver   struct{ *resolver }
	userResolver struct{ *resolver }
)
