package event

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// unreadableAfter is for how long a record must have been unreadable before its event is numbered
// without it.
const unreadableAfter = 30 * time.Second

// maxUnreadable limits what is remembered. Beyond it everything is forgotten, and waited for again.
const maxUnreadable = 1000

// unreadable remembers since when the records of events can't be read. Such a record holds up the
// numbers of its firm, so this must end.
type unreadable struct {
	mu    sync.Mutex
	since map[uuid.UUID]time.Time
}

// forGood decides whether an error of reading a record is no passing one, and then logs it. The
// database answers, the caller has not left, and the record could not be read 30 seconds ago
// either.
func (u *unreadable) forGood(ctx context.Context, of *raised, err error, now time.Time) bool {
	if passes(ctx, err) {
		return false
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.since == nil || len(u.since) >= maxUnreadable {
		u.since = map[uuid.UUID]time.Time{}
	}
	since, known := u.since[of.ID]
	if !known {
		u.since[of.ID] = now
		return false
	}
	if now.Sub(since) < unreadableAfter {
		return false
	}
	slog.ErrorContext(ctx, "a record can't be read, so its event has the id alone",
		"type", of.Type, "event", of.ID, "record", of.RecordID, "error", err)
	return true
}

// passes reports whether an error of reading a record is a passing one: the caller has left, or the
// database does not answer.
func passes(ctx context.Context, err error) bool {
	return ctx.Err() != nil || db.IsPassing(err)
}
