package session

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Logout ends the caller's session with its access tokens, refresh token and connections. Any
// signed-in user may call it.
func (m *Manager) Logout(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "session.Logout")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return err
	}
	return m.EndSession(ctx, asking.SessionID, session.EndReasonLogout)
}

// EndSession ends one session. It returns no error if the session has already ended or does not
// exist. Like the functions below, it does not check the caller.
func (m *Manager) EndSession(ctx context.Context, id uuid.UUID, reason session.EndReason) error {
	_, err := m.end(ctx, reason, "id = $3", id)
	return err
}

// EndUserSessions ends all sessions of a user.
func (m *Manager) EndUserSessions(ctx context.Context, userID uuid.UUID, reason session.EndReason) error {
	_, err := m.end(ctx, reason, "user_id = $3", userID)
	return err
}

// EndOtherSessions ends all sessions of a user except one.
func (m *Manager) EndOtherSessions(ctx context.Context, userID, keep uuid.UUID, reason session.EndReason) error {
	_, err := m.end(ctx, reason, "user_id = $3 AND id <> $4", userID, keep)
	return err
}

// end ends the sessions that match the condition, and returns their number.
func (m *Manager) end(ctx context.Context, reason session.EndReason, which string, args ...any) (count int, err error) {
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		ended, err := db.All[uuid.UUID](m.db.Shared(ctx),
			"UPDATE sessions SET ended_at = $1, end_reason = $2, updated_at = $1 WHERE ended_at IS NULL AND "+which+
				" RETURNING id", append([]any{m.now(), string(reason)}, args...)...)
		if err != nil {
			return fmt.Errorf("session: end sessions: %w", err)
		}
		count = len(ended)
		db.AfterCommit(ctx, func(context.Context) error {
			for _, id := range ended {
				m.connections.EndSession(id)
			}
			return nil
		})
		return nil
	})
	return count, err //nolint:wrapcheck // The caller names the operation.
}
