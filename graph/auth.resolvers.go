package graph

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/auth"
	"github.com/google/uuid"
)

// Permissions implements permissions.
func (r *meResolver) Permissions(ctx context.Context, obj *auth.Me) ([]string, error) {
	return r.authz.Permissions(ctx)
}

// Login implements login.
func (r *mutationResolver) Login(ctx context.Context, input auth.LoginInput) (*auth.Login, error) {
	return r.auth.Login(ctx, input)
}

// RefreshToken implements refreshToken.
func (r *mutationResolver) RefreshToken(ctx context.Context, input auth.RefreshInput) (*auth.TokenPair, error) {
	return r.auth.Refresh(ctx, input)
}

// SetFirm implements setFirm.
func (r *mutationResolver) SetFirm(ctx context.Context, input auth.SetFirmInput) (*auth.FirmToken, error) {
	return r.auth.SetFirm(ctx, input)
}

// Logout implements logout.
func (r *mutationResolver) Logout(ctx context.Context) (bool, error) {
	err := r.auth.Logout(ctx)
	return err == nil, err
}

// ChangePassword implements changePassword.
func (r *mutationResolver) ChangePassword(ctx context.Context, input auth.ChangePasswordInput) (bool, error) {
	err := r.auth.ChangePassword(ctx, input)
	return err == nil, err
}

// UpdateMe implements updateMe.
func (r *mutationResolver) UpdateMe(ctx context.Context, input *auth.UpdateMeInput) (*ent.User, error) {
	return r.auth.UpdateMe(ctx, given(input))
}

// AcceptInvitation implements acceptInvitation.
func (r *mutationResolver) AcceptInvitation(ctx context.Context, input auth.AcceptInvitationInput) (*auth.FirmEntry, error) {
	return r.auth.AcceptInvitation(ctx, input)
}

// DeclineInvitation implements declineInvitation.
func (r *mutationResolver) DeclineInvitation(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return id, r.auth.DeclineInvitation(ctx, id)
}

// Me implements me.
func (r *queryResolver) Me(ctx context.Context) (*auth.Me, error) {
	return r.auth.Me(ctx)
}

// Invitations implements invitations.
func (r *queryResolver) Invitations(ctx context.Context) ([]*auth.Invitation, error) {
	return r.auth.Invitations(ctx)
}

func (r *resolver) Me() generated.MeResolver { return &meResolver{r} }

type meResolver struct{ *resolver }
