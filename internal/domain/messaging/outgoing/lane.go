package outgoing

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/lease"
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

// lanesTable has the leases of the lanes.
const lanesTable = "channel_lanes"

// Lease is the right to send the messages of a lane.
type Lease struct {
	Lane
	*lease.Lease

	// Holder is the instance.
	Holder uuid.UUID
	// Lost reports whether the previous holder did not return the lease. Its messages that are
	// Sending may have been sent. It may be the same instance, which could not store outcomes.
	Lost bool
	// CalledAt is when the previous holder called the provider for the last time at the latest. It
	// is zero if no call can have been made in the last second.
	CalledAt time.Time

	db *db.DB
	// doubtful are the messages of claims that seemed to fail, since a commit may have succeeded.
	doubtful []*Message
}

// Acquire returns the lease of a lane, or nil if another instance has it. The context is one of the
// firm.
func Acquire(ctx context.Context, d *db.DB, lane Lane, holder uuid.UUID, length time.Duration) (acquired *Lease, err error) {
	err = d.Tx(ctx, func(ctx context.Context) error {
		began := time.Now()
		var calledAt *time.Time
		row, _, err := lease.Read(ctx, d, lanesTable, lane.ChannelID, lease.ForUpdate, lease.Column{Name: "called_at", Into: &calledAt})
		if err != nil {
			return err
		}
		taken, err := lease.Acquire(ctx, d, lanesTable, lane.ChannelID, holder, length)
		if err != nil || taken == nil {
			return err
		}
		acquired = &Lease{Lane: lane, Lease: taken, Holder: holder, db: d}
		if row.Holder != nil {
			// No lease ends later than this, and no call was made after now, even if a clock that
			// was set back in between says so.
			acquired.Lost, acquired.CalledAt = true, began.Add(min(length, row.Until.Sub(row.Now)))
		} else if calledAt != nil {
			acquired.CalledAt = began.Add(min(0, calledAt.Sub(row.Now)))
		}
		return nil
	})
	return acquired, err
}

// parkedFor is after what time a lane whose channel does not send is looked at again, if nothing
// wakes it before. So nobody needs to know what makes a channel send again.
const parkedFor = time.Minute

// Return ends the lease. calledAt is when the provider was called for the last time, or zero. With
// parked the lane is due in a minute, or when something wakes it; else it is due with its first
// message. Return must not be called while messages of the lease are Sending.
func (l *Lease) Return(ctx context.Context, calledAt time.Time, parked bool) error {
	return l.db.Tx(ctx, func(ctx context.Context) error {
		row, found, err := lease.Read(ctx, l.db, lanesTable, l.ChannelID, lease.ForUpdate)
		if err != nil || !found || !row.HeldBy(l.Holder) {
			return err
		}
		if err := l.takeBack(ctx); err != nil {
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
			called = new(row.Now.Add(-time.Since(calledAt)))
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
