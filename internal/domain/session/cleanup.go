package session

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// cleanupMargin is how long unused rows are kept, so that the operator can investigate an
	// incident.
	cleanupMargin = 24 * time.Hour
	// cleanupBatch keeps each transaction short, since on SQLite all other writers wait for it.
	cleanupBatch = 1000
	// accountsBatch is how many accounts are deleted at once. They are locked one by one.
	accountsBatch = 100
)

// Cleanup deletes a batch of expired refresh tokens, of sessions whose last token has expired,
// ended or not, of log-ins that waited in vain for a second factor, and of accounts that were never
// logged in to and are no longer invited. It reports whether there may be more.
func (m *Manager) Cleanup(ctx context.Context) (more bool, err error) {
	defer fault.Wrap(&err, "session.Cleanup")
	now := m.now()
	if more, err = m.deleteAbandoned(ctx, now.Add(-cleanupMargin)); err != nil {
		return false, err
	}
	for _, doomed := range []struct {
		table, selected string
		before          time.Time
	}{
		{"refresh_tokens", `SELECT id FROM refresh_tokens WHERE expires_at < $1 LIMIT $2`, now},
		{
			"sessions", `SELECT id FROM sessions s WHERE last_used_at < $1
			 AND NOT EXISTS (SELECT 1 FROM refresh_tokens t WHERE t.session_id = s.id) LIMIT $2`,
			now.Add(-RefreshLife - cleanupMargin),
		},
		{"mail_tokens", `SELECT id FROM mail_tokens WHERE expires_at < $1 LIMIT $2`, now.Add(-cleanupMargin)},
		{
			// The last device of a person stays: who has one does not log in for the first time.
			"known_devices", `SELECT id FROM known_devices d WHERE last_seen_at < $1
			 AND EXISTS (SELECT 1 FROM known_devices n WHERE n.user_id = d.user_id AND n.last_seen_at > d.last_seen_at) LIMIT $2`,
			now.Add(-deviceLife),
		},
		{"login_challenges", `SELECT id FROM login_challenges WHERE expires_at < $1 LIMIT $2`, now},
		{"passkey_challenges", `SELECT id FROM passkey_challenges WHERE expires_at < $1 LIMIT $2`, now},
		{"factor_tries", `SELECT id FROM factor_tries WHERE since < $1 LIMIT $2`, now.Add(-cleanupMargin)},
		{"oidc_logins", `SELECT id FROM oidc_logins WHERE expires_at < $1 LIMIT $2`, now},
	} {
		query := "DELETE FROM " + doomed.table + " WHERE " + m.db.AmongSelected("id", doomed.selected)
		deleted, err := m.db.Shared(ctx).Exec(query, doomed.before, cleanupBatch)
		if err != nil {
			return false, err //nolint:wrapcheck // Wrapped above.
		}
		more = more || deleted == cleanupBatch
	}
	return more, nil
}

// deleteAbandoned deletes a batch of accounts that were never logged in to, are no longer invited
// and were created before a time. It keeps newer ones, because an invitation may be about to refer
// to them. It reports whether there may be more.
func (m *Manager) deleteAbandoned(ctx context.Context, before time.Time) (more bool, err error) {
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		abandoned, err := db.All[uuid.UUID](m.db.Shared(ctx), `
SELECT id FROM users u WHERE password_hash = '' AND created_at < $1
	AND NOT EXISTS (SELECT 1 FROM user_firms f WHERE f.user_id = u.id) LIMIT $2`, before, accountsBatch)
		if err != nil || len(abandoned) == 0 {
			return err //nolint:wrapcheck // The caller names the operation.
		}
		more = len(abandoned) == accountsBatch
		if err := m.db.LockUsers(ctx, abandoned...); err != nil {
			return err //nolint:wrapcheck // The caller names the operation.
		}
		return account.DeleteUnused(ctx, m.db, abandoned...) //nolint:wrapcheck // The caller names the operation.
	})
	return more, err //nolint:wrapcheck // The caller names the operation.
}
