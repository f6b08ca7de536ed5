package session

import (
	"context"
	"errors"
	"log/slog"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/domain/password"
)

// identity is a user who has sent the right password.
type identity struct {
	*ent.User

	// invitation is the invitation with this password if the account has no password of its own
	// yet, else nil.
	invitation *ent.Membership
}

// identify returns the active user with this e-mail address and password. It hashes once, whether
// the user exists or not.
func (m *Manager) identify(ctx context.Context, emailKey, typed string) (*identity, error) {
	found, err := m.db.Client.User.Query().Where(user.EmailKey(emailKey)).Only(ctx)
	if ent.IsNotFound(err) {
		if err := m.passwords.Pretend(ctx, typed); err != nil {
			return nil, err
		}
		return nil, badLogin(errUnknownEmail)
	}
	if err != nil {
		return nil, err //nolint:wrapcheck // Login names the operation.
	}
	known, err := m.compare(ctx, found, typed)
	switch {
	case errors.Is(err, password.ErrHash):
		slog.ErrorContext(ctx, "a user can't log in: the stored password hash can't be read", "user", found.ID, "error", err)
		if err := m.passwords.Pretend(ctx, typed); err != nil {
			return nil, err
		}
		return nil, badLogin(password.ErrHash)
	case err != nil:
		return nil, err
	case known == nil:
		return nil, badLogin(errWrongPassword)
	case !found.IsActive:
		return nil, badLogin(errInactiveUser)
	}
	return known, nil
}

// compare returns nil when the password is wrong. It hashes once.
func (m *Manager) compare(ctx context.Context, found *ent.User, typed string) (*identity, error) {
	if found.PasswordHash == "" {
		return m.compareInvitations(ctx, found, typed)
	}
	ok, err := m.passwords.Verify(ctx, found.PasswordHash, typed)
	if err != nil || !ok {
		return nil, err
	}
	return &identity{User: found}, nil
}
