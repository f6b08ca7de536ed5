package session

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/domain/mail"
)

// deviceLife is how long a device of a person is known after it was last seen.
const deviceLife = 90 * 24 * time.Hour

// devicesQuery counts the devices and other sessions of a user, and those with a User-Agent that
// were seen since a time. A session that is refreshed for months is seen without a log-in.
const devicesQuery = `
SELECT count(*), coalesce(sum(CASE WHEN known THEN 1 ELSE 0 END), 0) FROM (
	SELECT agent_hash = $2 AND last_seen_at > $3 AS known FROM known_devices WHERE user_id = $1
	UNION ALL
	SELECT user_agent = $4 AND last_used_at > $3 AS known FROM sessions WHERE user_id = $1 AND id <> $5
) AS seen`

const seeDevice = `
INSERT INTO known_devices (id, user_id, agent_hash, last_seen_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id, agent_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at`

// noteDevice stores the device of a new session. It mails the user about a device that was not seen
// within 90 days, but not at the very first log-in. Without a mail server it does nothing.
func (m *Manager) noteDevice(ctx context.Context, begun *ent.Session) error {
	if !m.mails.Sends() {
		return nil
	}
	sum := sha256.Sum256([]byte(begun.UserAgent))
	now := m.now()
	var all, known int
	shared := m.db.Shared(ctx)
	_, err := shared.Row([]any{&all, &known}, devicesQuery, begun.UserID, sum[:], now.Add(-deviceLife), begun.UserAgent, begun.ID)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if _, err := shared.Exec(seeDevice, uuid.New(), begun.UserID, sum[:], now); err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if all == 0 || known > 0 {
		return nil
	}
	return m.mails.Notify(ctx, begun.UserID, mail.NewSignIn, mail.About{Detail: device(begun.UserAgent), Address: begun.Address})
}
