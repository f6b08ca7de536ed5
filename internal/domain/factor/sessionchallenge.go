package factor

import (
	"context"
	"errors"

	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

var errOtherChallenge = errors.New("factor: the challenge is unknown, expired, used, or of another session")

// storeSessionChallenge keeps what a passkey has to sign in the caller's session, in place of what
// it had to sign before. What is signed says whether a passkey was made or used.
func (m *Manager) storeSessionChallenge(ctx context.Context, asking *viewer.Viewer, challenge string) error {
	_, err := m.db.Shared(ctx).Exec(`
INSERT INTO passkey_challenges (id, hash, session_id, expires_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (session_id) DO UPDATE SET hash = excluded.hash, expires_at = excluded.expires_at`,
		entity.NewID(), token.Hash(challenge), asking.SessionID, m.now().Add(challengeLife))
	return err //nolint:wrapcheck // The caller names the operation.
}

// takeSessionChallenge uses up what a passkey had to sign in the caller's session. It is called in
// a transaction of its own, before the signature is verified. It returns ValidationError for
// anything else.
func (m *Manager) takeSessionChallenge(ctx context.Context, asking *viewer.Viewer, challenge string) error {
	taken, err := m.db.Shared(ctx).Exec(`DELETE FROM passkey_challenges WHERE hash = $1 AND session_id = $2 AND expires_at > $3`,
		token.Hash(challenge), asking.SessionID, m.now())
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if taken == 0 {
		return badCredential("is not of the last options, or came too late: begin again", errOtherChallenge)
	}
	return nil
}
