package apiclient

import (
	"context"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/flush"
	"github.com/firmhub/firmhub/internal/entity"
)

const (
	// flushEvery and flushAt limit how much a crash can lose: the calls of half a second, or
	// flushAt calls if there are more.
	flushEvery = 500 * time.Millisecond
	flushAt    = 1000
	// maxWaiting limits the queue, to some 20 MB, while the database is unavailable.
	maxWaiting = 100_000
	maxPath    = 512
	maxMethod  = 16
)

// Request is an answered request that was made with a key.
type Request struct {
	FirmID, APIClientID uuid.UUID
	Method              string
	// Path is without the query.
	Path    string
	Status  int
	Address netip.Addr
	Began   time.Time
	Took    time.Duration
}

// waiting is a request that will be stored. Its id is set once, so that storing it twice fails.
type waiting struct {
	Request

	id uuid.UUID
}

// Recorder stores the calls of all keys. Record appends to a queue in memory; the loop stores
// batches of it, each in one transaction. While the database is unavailable, the newest 100,000
// calls stay in the queue.
type Recorder struct {
	*flush.Loop

	batch []waiting // that of the loop

	mu      sync.Mutex // guards the next three fields
	waiting []Request
	dropped uint64
	losing  bool
}

// NewRecorder returns a Recorder on a migrated database. It runs until it is closed.
func NewRecorder(d *db.DB) *Recorder {
	r := &Recorder{}
	r.Loop = flush.Start(flush.Batches{
		What: "calls of API keys", Every: flushEvery, Next: r.next,
		Store: func(ctx context.Context) error { return write(ctx, d, r.batch) },
	})
	return r
}

// Record queues a call, with at most 512 bytes of its path and 16 of its method. It neither blocks
// nor fails.
func (r *Recorder) Record(call Request) {
	call.Method, call.Path = cut(call.Method, maxMethod), cut(call.Path, maxPath)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.waiting) >= maxWaiting {
		r.drop()
	}
	r.waiting = append(r.waiting, call)
	if len(r.waiting)%flushAt == 0 {
		r.Soon()
	}
}

// drop drops the oldest calls. It drops a whole batch, since it has to move the others.
func (r *Recorder) drop() {
	r.waiting = slices.Delete(r.waiting, 0, flushAt)
	r.dropped += flushAt
	if !r.losing {
		r.losing = true
		slog.Warn("The calls of API keys can't be written: the oldest are lost.", "waiting", maxWaiting)
	}
}

// RecorderStats are metrics of a [Recorder].
type RecorderStats struct {
	// Waiting is the number of calls in the queue.
	Waiting int
	// Dropped is the number of calls that were dropped.
	Dropped uint64
}

// Stats returns the length of the queue and the number of dropped calls.
func (r *Recorder) Stats() RecorderStats {
	r.mu.Lock()
	defer r.mu.Unlock()
	return RecorderStats{Waiting: len(r.waiting), Dropped: r.dropped}
}

// next moves calls from the queue to the batch. It reports whether the batch has calls.
func (r *Recorder) next() bool {
	r.batch = slices.Delete(r.batch, 0, len(r.batch))
	r.mu.Lock()
	defer r.mu.Unlock()
	count := min(len(r.waiting), flushAt)
	for _, call := range r.waiting[:count] {
		r.batch = append(r.batch, waiting{Request: call, id: entity.NewID()})
	}
	r.waiting = slices.Delete(r.waiting, 0, count)
	r.losing = r.losing && len(r.waiting) > 0
	return count > 0
}

// cut returns a copy of the beginning of a text, as valid UTF-8. Without the copy, the whole
// request would stay in memory, since the text is a part of it.
func cut(text string, size int) string {
	return strings.ToValidUTF8(strings.Clone(text[:min(len(text), size)]), "")
}
