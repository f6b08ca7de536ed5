package outgoing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db/lease"
	"github.com/firmhub/firmhub/internal/entity"
)

// ErrLeaseLost is returned when another instance has the lease, or may take it because the lease
// was not renewed in time. Only the first is final; see [lease.Lease.Renew].
var ErrLeaseLost = errors.New("outgoing: the lease is over, or another instance has it")

// Claim claims up to n messages that are due, in the order of their classes and times. Those that
// accept returns become Sending, and are returned after the commit: from then on they may have been
// sent. The others stay Queued. accept is called in the transaction, unless no message is due.
// After an error none may be called: the commit may have succeeded. The next Claim or
// [Lease.Return] makes these messages Queued again.
func (l *Lease) Claim(
	ctx context.Context, n int, accept func(ctx context.Context, due []*Message) (accepted []*Message, err error),
) (claimed []*Message, err error) {
	err = l.db.Tx(ctx, func(ctx context.Context) error {
		// The lock keeps the lease until the commit, and lets messages be queued.
		lock := lease.ForKeyShare
		if len(l.doubtful) > 0 {
			lock = lease.ForUpdate // waits for the claim in doubt
		}
		row, found, err := lease.Read(ctx, l.db, lanesTable, l.ChannelID, lock)
		if err != nil {
			return err
		}
		if !found || !row.HeldBy(l.Holder) || row.IsOver() {
			return ErrLeaseLost
		}
		if err := l.takeBack(ctx); err != nil {
			return err
		}
		due, err := l.due(ctx, n)
		if err != nil || len(due) == 0 {
			return err
		}
		if claimed, err = accept(ctx, due); err != nil {
			return err
		}
		return l.claim(ctx, claimed)
	})
	if err != nil {
		l.doubtful = append(l.doubtful, claimed...)
		return nil, err
	}
	l.doubtful = nil
	return claimed, nil
}

// takeBack makes messages Queued that a claim which seemed to fail has made Sending: they were not
// called. It is called while the lane is locked for update, so the claim has ended.
func (l *Lease) takeBack(ctx context.Context) error {
	if len(l.doubtful) == 0 {
		return nil
	}
	ids, first, last := span(l.doubtful)
	among, list := l.db.AmongIDs("id", 2, ids)
	now := entity.Now()
	err := l.db.InFirm(ctx).Later(
		"UPDATE outgoing_messages SET state = 'Queued', due_at = $3, check_at = expires_at WHERE firm_id = $1 AND state = 'Sending' AND "+among,
		list, now)
	if err != nil {
		return err
	}
	return l.db.InFirm(ctx).Later("UPDATE messages SET status = 'Queued', updated_at = $3 WHERE firm_id = $1 AND "+among+
		" AND occurred_at >= $4 AND occurred_at <= $5 AND status = 'Sending'", list, now, first, last)
}

// due returns messages that are due. It passes over those that somebody cancels.
func (l *Lease) due(ctx context.Context, n int) (due []*Message, err error) {
	locking := forUpdate(l.db)
	if locking != "" {
		locking += " SKIP LOCKED"
	}
	now := entity.Now()
	for _, class := range classes {
		if len(due) == n {
			break
		}
		some, err := read(ctx, l.db, "SELECT "+selected+` FROM outgoing_messages o
WHERE o.firm_id = $1 AND o.channel_id = $2 AND o.class = $3 AND o.due_at <= $4 ORDER BY o.due_at, o.id LIMIT $5`+locking,
			l.ChannelID, int(class), now, n-len(due))
		if err != nil {
			return nil, fmt.Errorf("read the messages that are due: %w", err)
		}
		due = append(due, some...)
	}
	return due, nil
}

func (l *Lease) claim(ctx context.Context, claimed []*Message) error {
	if len(claimed) == 0 {
		return nil
	}
	for _, m := range claimed {
		m.State, m.DueAt, m.CheckAt = Sending, nil, nil
		m.Claims++
	}
	ids, first, last := span(claimed)
	among, list := l.db.AmongIDs("id", 2, ids)
	if err := l.db.InFirm(ctx).Later(
		"UPDATE outgoing_messages SET state = 'Sending', due_at = NULL, check_at = NULL, attempts = attempts + 1 WHERE firm_id = $1 AND "+among,
		list); err != nil {
		return err
	}
	// The times select the partitions.
	return l.db.InFirm(ctx).Later(
		"UPDATE messages SET status = 'Sending', updated_at = $3 WHERE firm_id = $1 AND "+among+" AND occurred_at >= $4 AND occurred_at <= $5",
		list, entity.Now(), first, last)
}

// span returns the ids of messages, and the times between which they occurred.
func span(of []*Message) (ids []uuid.UUID, first, last time.Time) {
	ids = make([]uuid.UUID, len(of))
	for i, m := range of {
		ids[i] = m.ID
		if first.IsZero() || m.OccurredAt.Before(first) {
			first = m.OccurredAt
		}
		if m.OccurredAt.After(last) {
			last = m.OccurredAt
		}
	}
	return ids, first, last
}
