// Package lease lets one instance at a time work on something of a firm. A lease is a row of a
// table with the columns holder and held_until. Leases end by the clock of the database, so the
// clocks of instances may differ.
package lease

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
)

// Row is what a row says of its lease.
type Row struct {
	// Holder is nil if nobody has the lease.
	Holder *uuid.UUID
	// Until is when the lease ends, and Now the present time, both by the clock of the database.
	Until, Now time.Time
}

// HeldBy reports whether an instance has the lease, or had it last.
func (r *Row) HeldBy(instance uuid.UUID) bool { return r.Holder != nil && *r.Holder == instance }

// IsOver reports whether the holder may not work any more.
func (r *Row) IsOver() bool { return !r.Until.After(r.Now) }

// Locking is how a row is locked on PostgreSQL until the transaction ends.
type Locking string

// The ways to lock a row: against all other changes and locks, or so that the lease does not change
// while the row may be used by others.
const (
	ForUpdate   Locking = " FOR UPDATE"
	ForKeyShare Locking = " FOR KEY SHARE"
)

// Column is a further column that is read into a variable.
type Column struct {
	Name string
	Into any
}

// Read reads a row of the firm of ctx, and reports whether there is such a row.
func Read(
	ctx context.Context, d *db.DB, table string, id uuid.UUID, lock Locking, more ...Column,
) (row Row, found bool, err error) {
	var until *time.Time
	row.Now = entity.Now()
	query, all := "SELECT l.holder, l.held_until", []any{&row.Holder, &until}
	for _, column := range more {
		query, all = query+", l."+column.Name, append(all, column.Into)
	}
	from := " FROM " + table + " l WHERE l.firm_id = $1 AND l.id = $2"
	if d.Dialect() == db.Postgres {
		query, all, from = query+", clock_timestamp()", append(all, &row.Now), from+string(lock)
	}
	found, err = d.InFirm(ctx).Row(all, query+from, id)
	if until != nil {
		row.Until = *until
	}
	return row, found, err
}

// Lease is the right of an instance to work on a row of a firm.
type Lease struct {
	db         *db.DB
	table      string
	id, holder uuid.UUID
	length     time.Duration
	// end has the monotonic clock of this process, so it stays right when the clock is set.
	end atomic.Pointer[time.Time]
}

// Acquire returns the lease of a row of the firm of ctx, or nil if another instance has it or there
// is no such row.
func Acquire(ctx context.Context, d *db.DB, table string, id, holder uuid.UUID, length time.Duration) (*Lease, error) {
	l := &Lease{db: d, table: table, id: id, holder: holder, length: length}
	held, err := l.hold(ctx, true)
	if err != nil || !held {
		return nil, err
	}
	return l, nil
}

// Renew makes the lease last from now on. It reports false if another instance has it.
func (l *Lease) Renew(ctx context.Context) (held bool, err error) { return l.hold(ctx, false) }

// End returns the end of the lease by the monotonic clock of this process. It may be compared with
// [time.Now], also after the clock was set.
func (l *Lease) End() time.Time { return *l.end.Load() }

func (l *Lease) hold(ctx context.Context, anew bool) (held bool, err error) {
	var end time.Time
	if err := l.db.Tx(ctx, func(ctx context.Context) error {
		began := time.Now()
		row, found, err := Read(ctx, l.db, l.table, l.id, ForUpdate)
		if err != nil || !found || !row.HeldBy(l.holder) && (!anew || row.Holder != nil && !row.IsOver()) {
			return err
		}
		held, end = true, began.Add(l.length)
		_, err = l.db.InFirm(ctx).Exec("UPDATE "+l.table+" SET holder = $3, held_until = $4 WHERE firm_id = $1 AND id = $2",
			l.id, l.holder, row.Now.Add(l.length))
		return err
	}); err != nil {
		return false, err
	}
	if held {
		l.end.Store(&end) // After the commit: without one, the others see the end of before.
	}
	return held, nil
}
