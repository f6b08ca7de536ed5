package notification

import (
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/db"
)

const (
	// gapWait is how long a notification waits for those with lower numbers before these are read.
	// Two transactions that commit one after the other may publish in the other order.
	gapWait = 100 * time.Millisecond
	// readLimit is the deadline of a read, and maxRetry the longest pause before it is tried again.
	readLimit = 15 * time.Second
	maxRetry  = 15 * time.Second
	// pageSize is how many notifications, and countBatch how many unread counts, are read at once.
	pageSize   = 500
	countBatch = 500
)

// read makes what is missing, if anything, be read soon. It is called under the lock.
func (f *feed) read() {
	if f.isMissing() && !f.reading && !f.closed {
		f.reading = true
		f.center.readLater(f, gapWait)
	}
}

func (f *feed) isMissing() bool {
	return f.missed || f.stale || f.stored > f.last || len(f.waiting) > 0
}

// settle delivers and drops waiting notifications after the last number has changed.
func (f *feed) settle() {
	for number := range f.waiting {
		if number <= f.last {
			delete(f.waiting, number)
		}
	}
	f.deliverWaiting()
	f.read()
}

// readMissing reads a part of what is missing, if anything is, and makes the rest be read later. It
// does not hold the lock during a query.
func (f *feed) readMissing() {
	f.mu.Lock()
	if !f.isMissing() || f.closed {
		f.reading = false
		f.mu.Unlock()
		return
	}
	f.mu.Unlock()
	more, err := f.readOnce()
	f.mu.Lock()
	defer f.mu.Unlock()
	pause := gapWait
	switch {
	case f.closed || !f.isMissing():
		f.reading = false
		return
	case err != nil:
		slog.WarnContext(f.ctx, "notifications can't be read to be delivered", "firm", f.firm, "error", err)
		pause = longer(f.retry)
		f.retry = pause
	case more:
		pause, f.retry = 0, 0
	default:
		f.retry = 0
	}
	f.center.readLater(f, pause)
}

// longer returns the next pause after an error, which is longer than the previous one.
func longer(pause time.Duration) time.Duration { return min(max(2*pause, time.Second), maxRetry) }

// readOnce reads a page of the missing notifications. After the last page it reads all counts if
// they are stale.
func (f *feed) readOnce() (more bool, err error) {
	ctx, cancel := context.WithTimeout(f.ctx, readLimit)
	defer cancel()

	f.mu.Lock()
	above := f.last
	// The waiting notifications are in the database: they were published after their commit.
	clear(f.waiting)
	f.missed = false
	stale := f.stale
	f.stale = false
	f.mu.Unlock()

	more, err = f.readPage(ctx, above)
	if err == nil && stale && !more {
		err = f.readCounts(ctx)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.missed = f.missed || more || err != nil
	f.stale = f.stale || stale && (more || err != nil)
	return more, err
}

// readPage reads the notifications above a number, and delivers those that were not delivered
// meanwhile.
func (f *feed) readPage(ctx context.Context, above int64) (more bool, err error) {
	d := f.center.db
	last, expired, err := sequence(ctx, d) // first, so that the next statement sees all of these
	if err != nil {
		return false, err
	}
	rows, err := d.Client.Notification.Query().
		Where(notification.NumberGT(above)).Order(ent.Asc(notification.FieldNumber)).Limit(pageSize).All(ctx)
	if err != nil {
		return false, err
	}
	sent, err := sentTo(ctx, d, rows)
	if err != nil {
		return false, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return false, nil
	}
	for _, row := range rows {
		if row.Number > f.last {
			f.deliver(newNotification(row, nil), 0)
		}
	}
	for user, n := range sent {
		f.sentTo(user, n)
	}
	if more = len(rows) == pageSize; !more {
		f.last = max(f.last, last) // those without a row have expired
	}
	if expired > f.expired {
		f.expired, f.stale = expired, true
	}
	f.settle()
	return more, nil
}

// readCounts reads the unread counts of all subscribers.
func (f *feed) readCounts(ctx context.Context) error {
	f.mu.Lock()
	var memberships []uuid.UUID
	for _, r := range f.recipients {
		for ; r != nil; r = r.next {
			memberships = append(memberships, r.membership)
		}
	}
	f.mu.Unlock()
	for len(memberships) > 0 {
		batch := memberships[:min(countBatch, len(memberships))]
		memberships = memberships[len(batch):]
		inboxes, err := openAll(ctx, f.center.db, f.firm, batch)
		if err != nil {
			return err
		}
		for _, b := range inboxes {
			f.learnOf(b)
		}
	}
	return nil
}

// sequence returns the number of the last notification of the firm of ctx, and the number up to
// which they have expired.
func sequence(ctx context.Context, d *db.DB) (last, expired int64, err error) {
	_, err = d.InFirm(ctx).Row([]any{&last, &expired}, "SELECT last, expired FROM notification_sequences WHERE firm_id = $1")
	return last, expired, err
}

// sentTo returns how many notifications were sent to each of some users, and to everyone.
func sentTo(ctx context.Context, d *db.DB, rows []*ent.Notification) (map[uuid.UUID]int64, error) {
	if len(rows) == 0 {
		return nil, nil //nolint:nilnil // to nobody
	}
	sent := make(map[uuid.UUID]int64)
	for _, row := range rows {
		sent[row.UserID] = 0
	}
	users := make([]uuid.UUID, 0, len(sent))
	for user := range sent {
		users = append(users, user)
	}
	among, list := d.AmongIDs("user_id", 2, users)
	counters, err := db.All[struct {
		UserID uuid.UUID `sql:"user_id"`
		Sent   int64
	}](d.InFirm(ctx), "SELECT user_id, sent FROM notification_counters WHERE firm_id = $1 AND "+among, list)
	for _, counter := range counters {
		sent[counter.UserID] = counter.Sent
	}
	return sent, err
}
