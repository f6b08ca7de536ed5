package sso

import (
	"context"
	"errors"

	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/fault"
)

// ExchangeInput is the code of a log-in by a provider.
type ExchangeInput struct {
	secret.Hidden

	Code string
	// Browser is the cookie of the browser that began the log-in. Nil is not compared.
	Browser *string
}

// Validate returns every fault.
func (in *ExchangeInput) Validate() fault.Details {
	var faults fault.Details
	if in.Code == "" {
		faults.Add("code", "is required")
	}
	return faults
}

var errUsed = errors.New("sso: the code is unknown, expired, used, or of another browser")

// Exchange begins the session of a log-in by a provider. Anybody with the code may call it. For a
// user with a second factor it returns a challenge, unless the provider has checked a factor. It
// returns Unauthorized for a code that is unknown, expired, used or of another browser, and for a
// user who is not active or has neither an active firm nor an invitation. A code is used even if
// the exchange fails. Exchange opens its own transaction.
func (m *Manager) Exchange(ctx context.Context, in ExchangeInput) (_ *session.Login, err error) {
	defer fault.Wrap(&err, "sso.Exchange")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	of, err := m.redeem(ctx, in)
	if err != nil {
		return nil, err
	}
	return m.sessions.BeginSignOn(ctx, of)
}

// redeem uses a code, and returns who logs in and by which provider.
func (m *Manager) redeem(ctx context.Context, in ExchangeInput) (of session.SignOn, err error) {
	query := `DELETE FROM oidc_logins WHERE hash = $1 AND user_id IS NOT NULL AND expires_at > $2`
	args := []any{token.Hash(in.Code), m.now()}
	if in.Browser != nil {
		query += ` AND browser = $3`
		args = append(args, token.Hash(*in.Browser))
	}
	query += ` RETURNING user_id, provider, has_factor`
	found, err := m.db.Shared(ctx).Row([]any{&of.UserID, &of.Provider, &of.HasFactor}, query, args...)
	switch {
	case err != nil:
		return of, err //nolint:wrapcheck // The caller names the operation.
	case !found:
		return of, fault.New(fault.Unauthorized, "The sign-in has expired or was used before. Sign in again.").Because(errUsed)
	}
	return of, nil
}
