// Package account has the rules of accounts, each of which belongs to a person and to no firm.
package account

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/attempt"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/password"
)

// emailChangesPerHour is how often a user may try another e-mail: a refusal says that somebody has it.
const emailChangesPerHour = 5

// Config configures a [Manager]. The zero value works.
type Config struct {
	// NoRateLimit allows any number of attempts to change the e-mail; for load tests.
	NoRateLimit bool
	// Now is the clock; time.Now by default.
	Now func() time.Time
}

// Manager changes accounts. It is safe for concurrent use.
type Manager struct {
	db           *db.DB
	passwords    *password.Hasher
	clock        func() time.Time
	emailChanges *attempt.Limiter[uuid.UUID] // by user
}

// NewManager returns a manager of accounts.
func NewManager(d *db.DB, passwords *password.Hasher, config Config) *Manager {
	m := &Manager{db: d, passwords: passwords, clock: config.Now}
	if m.clock == nil {
		m.clock = time.Now
	}
	if !config.NoRateLimit {
		m.emailChanges = attempt.NewLimiter[uuid.UUID](emailChangesPerHour, time.Hour)
	}
	return m
}

// Lock locks an active account until the transaction ends. It returns [ErrChanged] when the password has changed or the
// account was deactivated since it was read.
func Lock(ctx context.Context, d *db.DB, read *ent.User) error {
	if err := d.LockUsers(ctx, read.ID); err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	same, err := d.Client.User.Query().
		Where(user.ID(read.ID), user.PasswordHash(read.PasswordHash), user.IsActive(true)).
		Exist(ctx)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if !same {
		return ErrChanged()
	}
	return nil
}

// ErrChanged returns the error for an account that was changed by somebody else since it was read.
func ErrChanged() error {
	return fault.Retry(fault.Unavailable, time.Second, "The account was changed at this very moment. Try again.")
}

// DeleteUnused deletes those of the accounts that have no password and are not invited any more. The caller has locked them,
// or nobody else can know of them.
func DeleteUnused(ctx context.Context, d *db.DB, accounts ...uuid.UUID) error {
	for _, id := range accounts {
		_, err := d.Exec(ctx, `
			DELETE FROM users WHERE id = $1 AND password_hash = ''
			AND NOT EXISTS (SELECT 1 FROM user_firms f WHERE f.user_id = users.id)`, id)
		if err != nil {
			return err //nolint:wrapcheck // The caller names the operation.
		}
	}
	return nil
}
