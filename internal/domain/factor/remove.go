package factor

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

// RemoveInput is the caller's password and a code of the authenticator.
type RemoveInput struct {
	secret.Hidden

	CurrentPassword, Code string
}

// Validate trims the code and returns every fault.
func (in *RemoveInput) Validate() fault.Details {
	var faults fault.Details
	password.CheckGiven(&faults, "currentPassword", in.CurrentPassword)
	trim(&in.Code)
	if in.Code == "" {
		faults.Add("code", "is required")
	}
	return faults
}

// Remove removes the caller's authenticator, and with the last factor the recovery codes. Any
// signed-in user may call it. It returns ValidationError for a wrong password or code, NotFound
// without an authenticator, and TooManyRequests after too many tries. It opens its own
// transactions: a try counts even if it fails.
func (m *Manager) Remove(ctx context.Context, in RemoveInput) (err error) {
	defer fault.Wrap(&err, "factor.Remove")
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
	has, err := m.hasTOTP(ctx, asking.UserID)
	switch {
	case err != nil:
		return err
	case !has:
		return fault.New(fault.NotFound, "You have no authenticator.")
	}
	if err := m.checkPassword(ctx, asking.UserID, in.CurrentPassword); err != nil {
		return err
	}
	if err := m.CountTry(ctx, asking.UserID); err != nil {
		return err
	}
	return m.db.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // Wrapped above.
		if err := m.db.LockUsers(ctx, asking.UserID); err != nil {
			return err //nolint:wrapcheck // as above
		}
		if err := m.dropChallenges(ctx, asking.UserID); err != nil {
			return err
		}
		ok, err := m.Use(ctx, asking.UserID, Proof{Code: in.Code})
		switch {
		case err != nil:
			return err
		case !ok:
			return fault.Details{{Field: "code", Message: "is wrong"}}.Err()
		}
		if err := m.forgetTOTP(ctx, asking.UserID); err != nil {
			return err
		}
		if err := m.settle(ctx, asking.UserID); err != nil {
			return err
		}
		return m.announce(ctx, asking, Removed, factorState{Factor: MethodTOTP})
	})
}

// checkPassword returns ValidationError unless the password is that of the user.
func (m *Manager) checkPassword(ctx context.Context, of uuid.UUID, typed string) error {
	var hash string
	if _, err := m.db.Shared(ctx).Row([]any{&hash}, `SELECT password_hash FROM users WHERE id = $1`, of); err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	return m.passwords.CheckOwn(ctx, hash, "currentPassword", typed) //nolint:wrapcheck // as above
}

// Reset removes the factors of the user with this e-mail address without asking for one. Only the
// operator's command line calls it. It returns NotFound for an e-mail address without a user, and
// Conflict for a user without a factor.
func (m *Manager) Reset(ctx context.Context, address string) (err error) {
	defer fault.Wrap(&err, "factor.Reset")
	ctx = rule.AcrossFirms(ctx, "a person's factors are the same in all firms")
	return m.db.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // Wrapped above.
		of, err := m.db.Client.User.Query().Where(user.EmailKey(email.Key(address))).Only(ctx)
		if ent.IsNotFound(err) {
			return fault.New(fault.NotFound, "There is no user with the e-mail %s.", fault.Shown(address))
		}
		if err != nil {
			return err //nolint:wrapcheck // as above
		}
		if err := m.db.LockUsers(ctx, of.ID); err != nil {
			return err //nolint:wrapcheck // as above
		}
		if !of.HasFactor {
			return fault.New(fault.Conflict, "This user has no second factor.")
		}
		return m.RemoveAll(ctx, of)
	})
}

// RemoveAll removes the factors of a user whose row the caller has locked, and tells the user and
// the super-firm if there were any.
func (m *Manager) RemoveAll(ctx context.Context, of *ent.User) error {
	if !of.HasFactor {
		return nil
	}
	if err := m.dropChallenges(ctx, of.ID); err != nil {
		return err
	}
	had, err := m.methods(ctx, of.ID)
	if err != nil {
		return err
	}
	if err := m.forgetTOTP(ctx, of.ID); err != nil {
		return err
	}
	if _, err := m.db.Shared(ctx).Exec(`DELETE FROM passkeys WHERE user_id = $1`, of.ID); err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if err := m.settle(ctx, of.ID); err != nil {
		return err
	}
	return m.announceReset(ctx, of, factorState{Factor: strings.Join(had, ", ")})
}

// dropChallenges ends the log-ins of a user that wait for a factor. It comes before the rows of the
// factor, which is the order in which [Manager.Try] locks them.
func (m *Manager) dropChallenges(ctx context.Context, of uuid.UUID) error {
	_, err := m.db.Shared(ctx).Exec(`DELETE FROM login_challenges WHERE user_id = $1`, of)
	return err //nolint:wrapcheck // The caller names the operation.
}

func (m *Manager) forgetTOTP(ctx context.Context, of uuid.UUID) error {
	_, err := m.db.Shared(ctx).Exec(`DELETE FROM totp_factors WHERE user_id = $1`, of)
	return err //nolint:wrapcheck // The caller names the operation.
}

// settle is called after a factor of a user was deleted. If it was the last one, it deletes the
// recovery codes and ends the open connections: firms that require a factor are closed to the user
// from now on.
func (m *Manager) settle(ctx context.Context, of uuid.UUID) error {
	left, err := m.methods(ctx, of)
	if err != nil || len(left) > 0 {
		return err
	}
	if err := m.forgetRecoveryCodes(ctx, of); err != nil {
		return err
	}
	if err := m.mark(ctx, of, false); err != nil {
		return err
	}
	sessions, err := db.All[uuid.UUID](m.db.Shared(ctx), `SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL`, of)
	if err != nil {
		return err //nolint:wrapcheck // as above
	}
	db.AfterCommit(ctx, func(context.Context) error {
		for _, id := range sessions {
			m.connections.RenewSession(id)
		}
		return nil
	})
	return nil
}
