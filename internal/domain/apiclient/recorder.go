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
	"github.com/firmhub/firmhub/internal/entity"
)

const (
	// flushEvery and flushAt limit how much a crash can lose: the calls of half a second, or
	// flushAt calls if there are more.
	flushEvery = 500 * time.Millisecond
	flushAt    = 1000
	// maxWaiting limits the queue, to some 20 MB, while the database is unavailable.
	maxWaiting   = 100_000
	flushTimeout = 10 * time.Second
	maxPath      = 512
	maxMethod    = 16
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

// Recorder stores the calls of all keys. Record appends to a queue in memory; a goroutine stores
// batches of it, each in one transaction. While the database is unavailable, the newest 100,000
// calls stay in the queue.
type Recorder struct {
	db *db.DB

	mu      sync.Mutex // guards the next three fields
	waiting []Request
	dropped uint64
	losing  bool

	// writing serializes writes; it guards batch and failing.
	writing sync.Mutex
	// batch are the calls being stored. They stay here until the commit is known.
	batch   []waiting
	failing bool

	full    chan struct{}
	closing chan struct{}
	close   func()
	ended   chan struct{}
}

// NewRecorder returns a Recorder on a migrated database. It runs until it is closed.
func NewRecorder(d *db.DB) *Recorder {
	r := &Recorder{db: d, full: make(chan struct{}, 1), closing: make(chan struct{}), ended: make(chan struct{})}
	r.close = sync.OnceFunc(func() { close(r.closing) })
	go r.run()
	return r
}

func (r *Recorder) run() {
	defer close(r.ended)
	ticker := time.NewTicker(flushEvery)
	defer ticker.Stop()
	for {
		select {
		case <-r.closing:
			return
		case <-ticker.C:
		case <-r.full:
		}
		_ = r.Flush(context.Background()) // It has logged the error; the next one tries again.
	}
}

// Close stops the goroutine and stores the queue. Calls that are recorded later are stored by a
// second Close.
func (r *Recorder) Close(ctx context.Context) error {
	r.close()
	<-r.ended
	return r.Flush(ctx)
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
		select {
		case r.full <- struct{}{}:
		default: // already signalled
		}
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

// Flush stores all calls that were recorded before, outside of any transaction of ctx. Calls that
// can't be stored stay in the queue.
func (r *Recorder) Flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(db.Outside(ctx), flushTimeout)
	defer cancel()
	r.writing.Lock()
	defer r.writing.Unlock()
	for r.take() {
		err := write(ctx, r.db, r.batch)
		if err != nil {
			if !r.failing {
				r.failing = true
				slog.WarnContext(ctx, "The calls of API keys can't be written now; they wait.", "error", err)
			}
			return err
		}
		r.batch = slices.Delete(r.batch, 0, len(r.batch))
		r.failing = false
	}
	return nil
}

// take fills the batch from the queue, unless the batch still contains calls that could not be
// stored. It reports whether the batch has calls.
func (r *Recorder) take() bool {
	if len(r.batch) > 0 {
		return true
	}
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
