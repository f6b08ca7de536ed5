package factor

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Status is what the caller has as second factors.
type Status struct {
	// TotpSince is when the authenticator was confirmed. It is nil without one.
	TotpSince *time.Time
	// RecoveryCodesLeft is the number of unused recovery codes.
	RecoveryCodesLeft int
	// IsDue is set if the active firm requires a factor and the caller has none.
	IsDue bool
}

// Status returns the caller's second factors. Any signed-in user may call it.
func (m *Manager) Status(ctx context.Context) (_ *Status, err error) {
	defer fault.Wrap(&err, "factor.Status")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	var since time.Time
	found, err := m.db.Shared(ctx).Row([]any{&since},
		`SELECT confirmed_at FROM totp_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL`, asking.UserID)
	if err != nil {
		return nil, err
	}
	status := &Status{IsDue: asking.MfaDue}
	if found {
		status.TotpSince = &since
	}
	status.RecoveryCodesLeft, err = m.recoveryCodesLeft(ctx, asking.UserID)
	return status, err
}

func (m *Manager) recoveryCodesLeft(ctx context.Context, user uuid.UUID) (left int, err error) {
	_, err = m.db.Shared(ctx).Row([]any{&left}, `SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL`, user)
	return left, err //nolint:wrapcheck // The caller names the operation.
}
