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
	// Without the inner limit SQLite would read the whole queue, in the order of the firms.
	return db.All[uuid.UUID](d.AcrossFirms(rule.AcrossFirms(ctx, "find messages whose state has ended")), `
SELECT firm_id FROM (SELECT firm_id, check_at FROM outgoing_messages WHERE check_at <= $1 LIMIT 1000000000) AS due
GROUP BY firm_id ORDER BY min(check_at) LIMIT $2`, now, limit)
}

// ToCheck returns ids of messages of the firm of ctx whose state has ended by itself, the earliest
// first.
func ToCheck(ctx context.Context, d *db.DB, now time.Time, limit int) ([]uuid.UUID, error) {
	return db.All[uuid.UUID](d.InFirm(ctx),
		"SELECT id FROM outgoing_messages WHERE firm_id = $1 AND check_at <= $2 ORDER BY check_at LIMIT $3", now, limit)
}

// EndOld makes the state of messages of one firm end now that are Queued and occurred before a
// time: [ToCheck] returns them from then on. Those of a paused campaign have no time at which it
// ends, and that of others may be put off. EndOld reports whether other firms may have such
// messages. Only a periodic task calls it.
func EndOld(ctx context.Context, d *db.DB, now, before time.Time) (more bool, err error) {
	var firm uuid.UUID
	found, err := d.AcrossFirms(rule.AcrossFirms(ctx, "find old messages of any firm that wait to be sent")).Row([]any{&firm}, `
SELECT firm_id FROM outgoing_messages WHERE state = 'Queued' AND occurred_at < $2 AND (check_at IS NULL OR check_at > $1) LIMIT 1`,
		now, before)
	if err != nil || !found {
		return false, err
	}
	_, err = d.InFirm(rule.ForFirm(ctx, firm, "end messages that wait to be sent")).Exec(`
UPDATE outgoing_messages SET check_at = $2
WHERE firm_id = $1 AND state = 'Queued' AND occurred_at < $3 AND (check_at IS NULL OR check_at > $2)`, now, before)
	return true, err
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
