// Package account implements the rules of accounts. An account belongs to a person and to no firm.
package account

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
)

// emailChangesPerHour is how often a user may try to change the e-mail address. It is limited
// because a refusal reveals that the address has an account.
const emailChangesPerHour = 5

// verificationsPerHour is how often a user may ask for the link that verifies the e-mail address.
// It is limited because the mails of all firms are sent one after another.
const verificationsPerHour = 10

// Config configures a [Manager]. The zero value works.
type Config struct {
	// NoRateLimit allows any number of attempts to change the e-mail address, and of requests to
	// verify it. It is meant for load tests.
	NoRateLimit bool
	// Mails sends mails. Nil sends none.
	Mails *mail.Mailer
	// Now returns the current time; time.Now by default.
	Now func() time.Time
}

// Manager changes accounts. It is safe for concurrent use.
type Manager struct {
	db        *db.DB
	passwords *password.Hasher
	clock     func() time.Time
	mails     *mail.Mailer
	// emailChanges and verifications are by user.
	emailChanges, verifications *throttle.Attempts[uuid.UUID]
}

// NewManager returns a manager of accounts.
func NewManager(d *db.DB, passwords *password.Hasher, config Config) *Manager {
	m := &Manager{db: d, passwords: passwords, clock: config.Now, mails: config.Mails}
	if m.clock == nil {
		m.clock = time.Now
	}
	if !config.NoRateLimit {
		m.emailChanges = throttle.NewAttempts[uuid.UUID](emailChangesPerHour, time.Hour)
		m.verifications = throttle.NewAttempts[uuid.UUID](verificationsPerHour, time.Hour)
	}
	return m
}

// now returns the time with the precision of the databases.
func (m *Manager) now() time.Time { return m.clock().UTC().Truncate(time.Microsecond) }

// Lock locks an active account until the transaction ends. It returns [ErrChanged] when the
// password has changed or the account was deactivated since it was read.
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

// ErrChanged returns the error for an account that somebody else has changed since it was read.
func ErrChanged() error {
	return fault.Retry(fault.Unavailable, time.Second, "The account was changed at this very moment. Try again.")
}

// DeleteUnused deletes the accounts among those passed that have no password and are no longer
// invited. The caller has locked the accounts, or nobody else can know of them.
func DeleteUnused(ctx context.Context, d *db.DB, accounts ...uuid.UUID) error {
	// This takes more than one statement: in Citus, users is a table of every server, and a change
	// of it can't read a table of the coordinator.
	among, list := d.AmongIDs("user_id", 1, accounts)
	invited, err := db.All[uuid.UUID](d.Shared(ctx), "SELECT DISTINCT user_id FROM user_firms WHERE "+among, list)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	unused := slices.DeleteFunc(slices.Clone(accounts), func(id uuid.UUID) bool { return slices.Contains(invited, id) })
	if len(unused) == 0 {
		return nil
	}
	among, list = d.AmongIDs("id", 1, unused)
	_, err = d.Shared(ctx).Exec("DELETE FROM users WHERE password_hash = '' AND "+among, list)
	return err //nolint:wrapcheck // The caller names the operation.
}
