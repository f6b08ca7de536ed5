package session

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/viewer"
)

// SignIn logs a user in without a password.
func (m *Manager) SignIn(ctx context.Context, known *ent.User) (login *Login, err error) {
	ctx = rule.AcrossFirms(ctx, "a test signs in")
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		login, err = m.begin(ctx, known, viewer.From(ctx).Request)
		return err
	})
	return login, err
}
