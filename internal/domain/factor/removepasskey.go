package factor

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// RemovePasskeyInput is a passkey of the caller, and the caller's password.
type RemovePasskeyInput struct {
	secret.Hidden

	ID              uuid.UUID
	CurrentPassword string
}

// Validate returns every fault.
func (in *RemovePasskeyInput) Validate() fault.Details {
	var faults fault.Details
	password.CheckGiven(&faults, "currentPassword", in.CurrentPassword)
	return faults
}

// RemovePasskey removes a passkey of the caller, and with the last factor the recovery codes. Any
// signed-in user may call it. It returns ValidationError for a wrong password, and NotFound for
// anything but a passkey of the caller. It opens its own transaction after hashing.
func (m *Manager) RemovePasskey(ctx context.Context, in RemovePasskeyInput) (err error) {
	defer fault.Wrap(&err, "factor.RemovePasskey")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return err
	}
	if err := in.Validate().Err(); err != nil {
		return err
	}
	if err := m.passwords.Attempt(asking.UserID); err != nil {
		return err
	}
	if err := m.checkPassword(ctx, asking.UserID, in.CurrentPassword); err != nil {
		return err
	}
	return m.db.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // Wrapped above.
		if err := m.db.LockUsers(ctx, asking.UserID); err != nil {
			return err //nolint:wrapcheck // as above
		}
		if err := m.dropChallenges(ctx, asking.UserID); err != nil {
			return err
		}
		var name string
		found, err := m.db.Shared(ctx).Row([]any{&name},
			`DELETE FROM passkeys WHERE id = $1 AND user_id = $2 RETURNING name`, in.ID, asking.UserID)
		switch {
		case err != nil:
			return err //nolint:wrapcheck // as above
		case !found:
			return fault.New(fault.NotFound, "You have no such passkey.")
		}
		if err := m.settle(ctx, asking.UserID); err != nil {
			return err
		}
		return m.announce(ctx, asking, Removed, factorState{Factor: MethodPasskey, Name: name})
	})
}
