package outgoing

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
)

// FirmsToCheck returns firms with messages whose state has ended by itself, those that have waited
// longest first, or nil. Only a periodic task calls it.
func FirmsToCheck(ctx context.Context, d *db.DB, now time.Time, limit int) ([]uuid.UUID, error) {
	return db.All[uuid.UUID](d.AcrossFirms(rule.AcrossFirms(ctx, "find messages whose state has ended")), `
SELECT firm_id FROM outgoing_messages WHERE check_at <= $1 GROUP BY firm_id ORDER BY min(check_at) LIMIT $2`, now, limit)
}

// ToCheck returns ids of messages of the firm of ctx whose state has ended by itself, the earliest
// first.
func ToCheck(ctx context.Context, d *db.DB, now time.Time, limit int) ([]uuid.UUID, error) {
	return db.All[uuid.UUID](d.InFirm(ctx),
		"SELECT id FROM outgoing_messages WHERE firm_id = $1 AND check_at <= $2 ORDER BY check_at LIMIT $3", now, limit)
}

// InCall is a message for which the provider may have been called.
type InCall struct {
	ID        uuid.UUID
	ClaimedAt *time.Time `sql:"claimed_at"`
}

// InCalls returns the messages of a channel that are Sending.
func InCalls(ctx context.Context, d *db.DB, channel uuid.UUID) ([]InCall, error) {
	return db.All[InCall](d.InFirm(ctx), `
SELECT o.id, m.updated_at AS claimed_at FROM outgoing_messages o
`+d.LeftJoinOne("messages", "m", "m.firm_id = $1 AND m.occurred_at = o.occurred_at AND m.id = o.id", "TRUE")+`
WHERE o.firm_id = $1 AND o.channel_id = $2 AND o.check_at IS NULL AND o.state = 'Sending'`, channel)
}
