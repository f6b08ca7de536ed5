package session

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// cleanupMargin is how long we keep what has no use any more, for who looks into what happened.
	cleanupMargin = 24 * time.Hour
	// cleanupBatch keeps each transaction short: on SQLite everybody else waits for it.
	cleanupBatch = 1000
)

// Cleanup deletes a batch of expired refresh tokens, of the sessions whose last token has expired, ended or not, and of the
// accounts that were never logged in to and are not invited any more. It reports whether there may be more.
func (m *Manager) Cleanup(ctx context.Context) (more bool, err error) {
	defer fault.Wrap(&err, "session.Cleanup")
	now := m.now()
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
		{ // an invitation may be about to refer to a new one
			"users", `SELECT id FROM users u WHERE password_hash = '' AND created_at < $1
			 AND NOT EXISTS (SELECT 1 FROM user_firms f WHERE f.user_id = u.id) LIMIT $2`,
			now.Add(-cleanupMargin),
		},
	} {
		query := "DELETE FROM " + doomed.table + " WHERE " + m.db.AmongSelected("id", doomed.selected)
		deleted, err := m.db.Exec(ctx, query, doomed.before, cleanupBatch)
		if err != nil {
			return false, err //nolint:wrapcheck // Wrapped above.
		}
		more = more || deleted == cleanupBatch
	}
	return more, nil
}
