package webhook

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/lease"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

// wake makes the lane of the firm of ctx due. It is called in the transaction of a change of its
// webhooks or deliveries.
func (m *Manager) wake(ctx context.Context) error {
	db.AfterCommit(ctx, func(context.Context) error {
		signal(m.woken)
		return nil
	})
	return m.db.InFirm(ctx).Later(`
INSERT INTO webhook_lanes (id, firm_id, position, due_at) VALUES ($2, $1, 0, $3)
ON CONFLICT (firm_id, id) DO UPDATE SET due_at = excluded.due_at`, viewer.From(ctx).FirmID, m.config.Now())
}

// due returns the firms whose lane is due and that no other instance has the lease of, and reports
// whether there are lanes at all. A lane is due at its time, and when there are new events: raised
// ones, or ones that a reader of the feed has numbered.
func due(ctx context.Context, d *db.DB, holder uuid.UUID, now time.Time) (firms []uuid.UUID, some bool, err error) {
	across := d.AcrossFirms(rule.AcrossFirms(ctx, "find firms with events for webhooks"))
	var one int
	if some, err = across.Row([]any{&one}, "SELECT 1 FROM webhook_lanes LIMIT 1"); err != nil || !some {
		return nil, some, err
	}
	firms, err = db.All[uuid.UUID](across, `
SELECT l.firm_id FROM webhook_lanes l JOIN firms f ON f.id = l.firm_id AND f.is_active
WHERE (l.held_until IS NULL OR l.held_until < $1 OR l.holder = $2) AND (l.due_at <= $3
  OR EXISTS (SELECT 1 FROM raised_events r WHERE r.firm_id = l.firm_id)
  OR EXISTS (SELECT 1 FROM event_sequences s WHERE s.firm_id = l.firm_id AND s.last > l.position))`, entity.Now(), holder, now)
	return firms, some, err
}

// lanesTable has the leases of the lanes. The id of a lane is that of its firm.
const lanesTable = "webhook_lanes"

// dueAt returns when the lane was woken, or is due.
func (l *lane) dueAt(ctx context.Context) (due *time.Time, err error) {
	_, err = l.db.InFirm(ctx).Row([]any{&due}, "SELECT due_at FROM webhook_lanes WHERE firm_id = $1 AND id = $2", l.firm)
	return due, err
}

// giveBack ends the lease. next is when there is something to do apart from new events, or nil, and
// position the number after which events are new. A lane that was woken since it was seen to be due
// stays due.
func (l *lane) giveBack(ctx context.Context, seen, next *time.Time, position int64) error {
	return l.db.Tx(ctx, func(ctx context.Context) error {
		var due *time.Time
		row, found, err := lease.Read(ctx, l.db, lanesTable, l.firm, lease.ForUpdate, lease.Column{Name: "due_at", Into: &due})
		if err != nil || !found || !row.HeldBy(l.holder) {
			return err
		}
		if due != nil && (seen == nil || !due.Equal(*seen)) {
			next = due
		}
		_, err = l.db.InFirm(ctx).Exec(`
UPDATE webhook_lanes SET holder = NULL, held_until = NULL, due_at = $3, position = $4 WHERE firm_id = $1 AND id = $2`,
			l.firm, next, position)
		return err
	})
}

// leave deletes the lane of a firm without webhooks, unless it was woken meanwhile.
func (l *lane) leave(ctx context.Context, seen *time.Time) error {
	_, err := l.db.InFirm(ctx).Exec(`
DELETE FROM webhook_lanes WHERE firm_id = $1 AND id = $2 AND holder = $3 AND (due_at IS NULL OR due_at = $4)
  AND NOT EXISTS (SELECT 1 FROM webhooks w WHERE w.firm_id = $1 AND w.status = 'Active')`, l.firm, l.holder, seen)
	return err
}
