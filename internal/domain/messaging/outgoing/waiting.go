package outgoing

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
)

// String returns the name of the class.
func (c Class) String() string {
	switch c {
	case Authentication:
		return "Authentication"
	case Single:
		return "Single"
	case Campaign:
		return "Campaign"
	}
	return "Unknown"
}

// Waiting is how many messages of a class are due in the channels of a kind.
type Waiting struct {
	Kind  provider.Kind
	Class Class
	N     int
}

// CountWaiting returns how many messages are due in channels that send: those that are Active, of
// active firms. Only the metrics call it.
func CountWaiting(ctx context.Context, d *db.DB) ([]Waiting, error) {
	return db.All[Waiting](d.AcrossFirms(rule.AcrossFirms(ctx, "count messages that are due")), `
SELECT c.kind AS kind, k.class AS class, CAST(sum((
	SELECT count(*) FROM outgoing_messages o
	WHERE o.firm_id = l.firm_id AND o.channel_id = l.id AND o.class = k.class AND o.due_at <= $1)) AS bigint) AS n
FROM channel_lanes l JOIN firms f ON f.id = l.firm_id JOIN channels c ON c.firm_id = l.firm_id AND c.id = l.id
	CROSS JOIN (SELECT 0 AS class UNION ALL SELECT 1 UNION ALL SELECT 2) AS k
WHERE l.due_at IS NOT NULL AND f.is_active AND c.status = 'Active' GROUP BY c.kind, k.class`, entity.Now())
}

// Stuck is how many channels with a status keep messages that are due for a long time.
type Stuck struct {
	Status   string
	Channels int
}

// ReadStuck returns the channels of active firms that do not send and have messages that were to be
// sent before a time, but for those of paused campaigns. Only doctor calls it.
func ReadStuck(ctx context.Context, d *db.DB, before time.Time) ([]Stuck, error) {
	return db.All[Stuck](d.AcrossFirms(rule.AcrossFirms(ctx, "find channels that keep messages")), `
SELECT c.status AS status, count(*) AS channels FROM channels c JOIN firms f ON f.id = c.firm_id
WHERE f.is_active AND c.deleted_at IS NULL AND c.status <> 'Active' AND EXISTS (
	SELECT 1 FROM outgoing_messages o WHERE o.firm_id = c.firm_id AND o.channel_id = c.id AND o.due_at <= $1
		AND o.check_at IS NOT NULL)
GROUP BY c.status ORDER BY c.status`, before)
}
