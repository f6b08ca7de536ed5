package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// CreateUser implements createUser.
func (r *mutationResolver) CreateUser(ctx context.Context, input user.AddInput) (*user.Member, error) {
	return user.Add(ctx, r.options.DB, r.options.Authz, r.options.Mails, r.options.Passwords.HashWithSalt, input)
}

// InviteUser implements inviteUser.
func (r *mutationResolver) InviteUser(ctx context.Context, input user.InviteInput) (*user.Member, error) {
	return user.Invite(ctx, r.options.DB, r.options.Authz, r.options.Mails, r.options.Passwords.HashWithSalt, input)
}

// UpdateUser implements updateUser.
func (r *mutationResolver) UpdateUser(ctx context.Context, input user.UpdateInput) (*user.Member, error) {
	return user.Update(ctx, r.options.DB, r.options.Authz, r.options.Sessions, input)
}

// RemoveUser implements removeUser.
func (r *mutationResolver) RemoveUser(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return id, user.Remove(ctx, r.options.DB, r.options.Sessions, id)
}

// UserPage implements userPage.
func (r *queryResolver) UserPage(ctx context.Context, input *user.ListInput) (*page.Numbered[*user.Member], error) {
	return user.List(ctx, r.options.DB, given(input), selected(ctx, "FirmUser", "items"))
}

// Users implements users.
func (r *queryResolver) Users(ctx context.Context, first *int, after *page.Cursor, last *int, before *page.Cursor, filter *user.FilterInput) (*page.Connection[*user.Member], error) {
	return user.Connect(r.options.DB, user.ConnectionInput{
		Window: page.Window{First: first, Last: last, After: after, Before: before}, FilterInput: given(filter),
	}, selected(ctx, "FirmUser", "edges", "node"))
}

// UserLookup implements userLookup.
func (r *queryResolver) UserLookup(ctx context.Context) ([]*user.Name, error) {
	return user.Lookup(ctx, r.options.DB)
}

// User implements user.
func (r *queryResolver) User(ctx context.Context, id uuid.UUID) (*user.Member, error) {
	return user.Get(ctx, r.options.DB, id, selected(ctx, "FirmUser"))
}
