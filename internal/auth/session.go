package auth

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Logout ends the caller's session: its access tokens, its refresh token, its connections. Any signed-in user may call
// it.
func (a *Authority) Logout(ctx context.Context) (err error) {
	defer fault.Wrap(&err, "auth.Logout")
	asking, err := signedIn(ctx)
	if err != nil {
		return err
	}
	return a.EndSession(ctx, asking.SessionID, session.EndReasonLogout)
}

// EndSession ends one session. One that has ended already, or that nobody had, is no error. Who may is the caller's
// question, here and in the others of its kind.
func (a *Authority) EndSession(ctx context.Context, id uuid.UUID, reason session.EndReason) error {
	_, err := a.end(ctx, reason, "id = $3", id)
	return err
}

// EndUserSessions ends all sessions of a user.
func (a *Authority) EndUserSessions(ctx context.Context, userID uuid.UUID, reason session.EndReason) error {
	_, err := a.end(ctx, reason, "user_id = $3", userID)
	return err
}

// EndOtherSessions ends the sessions of a user but for one.
func (a *Authority) EndOtherSessions(ctx context.Context, userID, keep uuid.UUID, reason session.EndReason) error {
	_, err := a.end(ctx, reason, "user_id = $3 AND id <> $4", userID, keep)
	return err
}

// end gives how many it ended.
func (a *Authority) end(ctx context.Context, reason session.EndReason, which string, args ...any) (count int, err error) {
	err = a.db.Tx(ctx, func(ctx context.Context) error {
		ended, err := db.Select[uuid.UUID](ctx, a.db,
			"UPDATE sessions SET ended_at = $1, end_reason = $2, updated_at = $1 WHERE ended_at IS NULL AND "+which+
				" RETURNING id", append([]any{a.now(), string(reason)}, args...)...)
		if err != nil {
			return fmt.Errorf("auth: end sessions: %w", err)
		}
		count = len(ended)
		db.AfterCommit(ctx, func(ctx context.Context) error {
			for _, id := range ended {
				a.onSessionEnd(ctx, id, reason)
			}
			return nil
		})
		return nil
	})
	return count, err //nolint:wrapcheck // The caller names the operation.
}
