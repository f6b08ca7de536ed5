package webhook

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
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

// lease is the right to deliver the events of a firm.
type lease struct {
	db           *db.DB
	firm, holder uuid.UUID
	length       time.Duration
	// until is the end by the clock of this process, in nanoseconds since 1970.
	until atomic.Int64
}

// end returns the end of the lease by the clock of this process.
func (l *lease) end() time.Time { return time.Unix(0, l.until.Load()) }

// acquire returns the lease of a firm, or nil if another instance has it. The context is one of the
// firm. Leases end by the clock of the database, so the clocks of instances may differ.
func acquire(ctx context.Context, d *db.DB, firm, holder uuid.UUID, length time.Duration) (l *lease, err error) {
	taken := &lease{db: d, firm: firm, holder: holder, length: length}
	held, err := taken.hold(ctx, true)
	if err != nil || !held {
		return nil, err
	}
	return taken, nil
}

// renew makes the lease last from now on. It reports false if another instance has it.
func (l *lease) renew(ctx context.Context) (held bool, err error) { return l.hold(ctx, false) }

func (l *lease) hold(ctx context.Context, anew bool) (held bool, err error) {
	err = l.db.Tx(ctx, func(ctx context.Context) error {
		began := time.Now()
		row, found, err := l.read(ctx)
		if err != nil || !found {
			return err
		}
		mine := row.holder != nil && *row.holder == l.holder
		free := row.holder == nil || !row.until.After(row.now)
		if !mine && (!anew || !free) {
			return nil
		}
		held = true
		_, err = l.db.InFirm(ctx).Exec("UPDATE webhook_lanes SET holder = $3, held_until = $4 WHERE firm_id = $1 AND id = $2",
			l.firm, l.holder, row.now.Add(l.length))
		if err == nil {
			l.until.Store(began.Add(l.length).UnixNano())
		}
		return err
	})
	return held, err
}

// dueAt returns when the lane was woken, or is due.
func (l *lease) dueAt(ctx context.Context) (due *time.Time, err error) {
	_, err = l.db.InFirm(ctx).Row([]any{&due}, "SELECT due_at FROM webhook_lanes WHERE firm_id = $1 AND id = $2", l.firm)
	return due, err
}

// giveBack ends the lease. next is when there is something to do apart from new events, or nil, and
// position the number after which events are new. A lane that was woken since it was seen to be due
// stays due.
func (l *lease) giveBack(ctx context.Context, seen, next *time.Time, position int64) error {
	return l.db.Tx(ctx, func(ctx context.Context) error {
		row, found, err := l.read(ctx)
		if err != nil || !found || row.holder == nil || *row.holder != l.holder {
			return err
		}
		if row.due != nil && (seen == nil || !row.due.Equal(*seen)) {
			next = row.due
		}
		_, err = l.db.InFirm(ctx).Exec(`
UPDATE webhook_lanes SET holder = NULL, held_until = NULL, due_at = $3, position = $4 WHERE firm_id = $1 AND id = $2`,
			l.firm, next, position)
		return err
	})
}

// leave deletes the lane of a firm without webhooks, unless it was woken meanwhile.
func (l *lease) leave(ctx context.Context, seen *time.Time) error {
	_, err := l.db.InFirm(ctx).Exec(`
DELETE FROM webhook_lanes WHERE firm_id = $1 AND id = $2 AND holder = $3 AND (due_at IS NULL OR due_at = $4)
  AND NOT EXISTS (SELECT 1 FROM webhooks w WHERE w.firm_id = $1 AND w.status = 'Active')`, l.firm, l.holder, seen)
	return err
}

// laneRow is a lane, and the time of the database.
type laneRow struct {
	holder     *uuid.UUID
	due        *time.Time
	until, now time.Time
}

func (l *lease) read(ctx context.Context) (row laneRow, found bool, err error) {
	var until *time.Time
	row.now = entity.Now()
	query, into := "SELECT l.holder, l.held_until, l.due_at", []any{&row.holder, &until, &row.due}
	from := " FROM webhook_lanes l WHERE l.firm_id = $1 AND l.id = $2"
	if l.db.Dialect() == db.Postgres {
		query, into, from = query+", clock_timestamp()", append(into, &row.now), from+" FOR UPDATE"
	}
	found, err = l.db.InFirm(ctx).Row(into, query+from, l.firm)
	if until != nil {
		row.until = *until
	}
	return row, found, err
}
