package outgoing

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
)

// Lane is the lane of a channel.
type Lane struct {
	FirmID    uuid.UUID `sql:"firm_id"`
	ChannelID uuid.UUID `sql:"id"`
}

// Wake makes lanes due at a time, or earlier if they are due earlier. It is called in the
// transaction that queues messages of these channels.
func Wake(ctx context.Context, d *db.DB, lanes map[uuid.UUID]time.Time) error {
	byID := func(a, b uuid.UUID) int { return bytes.Compare(a[:], b[:]) }
	for _, id := range slices.SortedFunc(maps.Keys(lanes), byID) { // in one order, so that transactions don't lock each other out
		err := d.InFirm(ctx).Later(`
INSERT INTO channel_lanes (id, firm_id, due_at) VALUES ($2, $1, $3)
ON CONFLICT (firm_id, id) DO UPDATE SET due_at = excluded.due_at
WHERE channel_lanes.due_at IS NULL OR channel_lanes.due_at > excluded.due_at`, id, lanes[id])
		if err != nil {
			return err
		}
	}
	return nil
}

// Due returns lanes that are due and that no instance has the lease of, those that have waited
// longest first.
func Due(ctx context.Context, d *db.DB, limit int) ([]Lane, error) {
	now := entity.Now()
	return db.All[Lane](d.AcrossFirms(rule.AcrossFirms(ctx, "find channels with messages to send")), `
SELECT firm_id, id FROM channel_lanes WHERE due_at <= $1 AND (held_until IS NULL OR held_until < $2) ORDER BY due_at LIMIT $3`,
		now, now, limit)
}

// Lease is the right to send the messages of a lane.
type Lease struct {
	Lane

	// Holder is the instance.
	Holder uuid.UUID
	// Lost reports whether the previous holder did not return the lease. Its messages that are
	// Sending may have been sent.
	Lost bool
	// CalledAt is when the previous holder called the provider for the last time at the latest. It
	// is zero if no call can have been made in the last second.
	CalledAt time.Time

	db     *db.DB
	length time.Duration
	// until is the end by the clock of this process, in nanoseconds since 1970.
	until atomic.Int64
}

// End returns the end of the lease by the clock of this process.
func (l *Lease) End() time.Time { return time.Unix(0, l.until.Load()) }

// Acquire returns the lease of a lane, or nil if another instance has it. The context is one of the
// firm. Leases end by the clock of the database, so the clocks of instances may differ.
func Acquire(ctx context.Context, d *db.DB, lane Lane, holder uuid.UUID, length time.Duration) (lease *Lease, err error) {
	err = d.Tx(ctx, func(ctx context.Context) error {
		began := time.Now()
		row, found, err := readLane(ctx, d, lane.ChannelID, " FOR UPDATE")
		if err != nil || !found || row.holder != nil && !row.heldBy(holder) && row.heldUntil.After(row.now) {
			return err
		}
		lease = &Lease{Lane: lane, Holder: holder, db: d, length: length}
		lease.until.Store(began.Add(length).UnixNano())
		if row.holder != nil && !row.heldBy(holder) {
			lease.Lost, lease.CalledAt = true, began.Add(row.heldUntil.Sub(row.now))
		} else if row.calledAt != nil {
			lease.CalledAt = began.Add(row.calledAt.Sub(row.now))
		}
		_, err = d.InFirm(ctx).Exec("UPDATE channel_lanes SET holder = $3, held_until = $4 WHERE firm_id = $1 AND id = $2",
			lane.ChannelID, holder, row.now.Add(length))
		return err
	})
	return lease, err
}

// Renew makes the lease last from now on. It reports false if another instance has it.
func (l *Lease) Renew(ctx context.Context) (held bool, err error) {
	err = l.db.Tx(ctx, func(ctx context.Context) error {
		began := time.Now()
		row, found, err := readLane(ctx, l.db, l.ChannelID, " FOR UPDATE")
		if err != nil || !found || !row.heldBy(l.Holder) {
			return err
		}
		held = true
		_, err = l.db.InFirm(ctx).Exec("UPDATE channel_lanes SET held_until = $3 WHERE firm_id = $1 AND id = $2",
			l.ChannelID, row.now.Add(l.length))
		if err == nil {
			l.until.Store(began.Add(l.length).UnixNano())
		}
		return err
	})
	return held, err
}

// parkedFor is after what time a lane whose channel does not send is looked at again, if nothing
// wakes it before. So nobody needs to know what makes a channel send again.
const parkedFor = time.Minute

// Return ends the lease. calledAt is when the provider was called for the last time, or zero. With
// parked the lane is due in a minute, or when something wakes it; else it is due with its first
// message. Return must not be called while messages of the lease are Sending.
func (l *Lease) Return(ctx context.Context, calledAt time.Time, parked bool) error {
	return l.db.Tx(ctx, func(ctx context.Context) error {
		row, found, err := readLane(ctx, l.db, l.ChannelID, " FOR UPDATE")
		if err != nil || !found || !row.heldBy(l.Holder) {
			return err
		}
		var called *time.Time
		due := new(entity.Now().Add(parkedFor))
		if !parked {
			// The lane is locked, so a message that is queued meanwhile wakes it after this.
			if due, err = FirstDue(ctx, l.db, l.ChannelID); err != nil {
				return err
			}
		}
		if !calledAt.IsZero() {
			called = new(row.now.Add(-time.Since(calledAt)))
		}
		_, err = l.db.InFirm(ctx).Exec(`
UPDATE channel_lanes SET holder = NULL, held_until = NULL, due_at = $3, called_at = $4 WHERE firm_id = $1 AND id = $2`,
			l.ChannelID, due, called)
		return err
	})
}

// FirstDue returns when the first message of a channel is to be sent, or nil.
func FirstDue(ctx context.Context, d *db.DB, channel uuid.UUID) (first *time.Time, err error) {
	for _, class := range classes {
		var due time.Time
		found, err := d.InFirm(ctx).Row([]any{&due}, `
SELECT due_at FROM outgoing_messages WHERE firm_id = $1 AND channel_id = $2 AND class = $3 AND due_at IS NOT NULL
ORDER BY due_at LIMIT 1`, channel, int(class))
		if err != nil {
			return nil, err
		}
		if found && (first == nil || due.Before(*first)) {
			first = &due
		}
	}
	return first, nil
}

// laneRow is a lane, and the time of the database.
type laneRow struct {
	holder         *uuid.UUID
	calledAt       *time.Time
	heldUntil, now time.Time
}

func (r *laneRow) heldBy(holder uuid.UUID) bool { return r.holder != nil && *r.holder == holder }

func readLane(ctx context.Context, d *db.DB, id uuid.UUID, locking string) (row laneRow, found bool, err error) {
	var until *time.Time
	row.now = entity.Now()
	query, into := "SELECT l.holder, l.held_until, l.called_at", []any{&row.holder, &until, &row.calledAt}
	from := " FROM channel_lanes l WHERE l.firm_id = $1 AND l.id = $2"
	if d.Dialect() == db.Postgres {
		query, into, from = query+", clock_timestamp()", append(into, &row.now), from+locking
	}
	found, err = d.InFirm(ctx).Row(into, query+from, id)
	if until != nil {
		row.heldUntil = *until
	}
	return row, found, err
}
