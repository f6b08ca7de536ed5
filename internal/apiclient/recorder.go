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
	"github.com/firmhub/firmhub/internal/record"
)

const (
	// flushEvery and flushAt are what a crash can cost: half a second, or so many calls where there are more.
	flushEvery = 500 * time.Millisecond
	flushAt    = 1000
	// maxWaiting bounds the memory, to some 20 MB, while the database is away.
	maxWaiting   = 100_000
	flushTimeout = 10 * time.Second
	maxPath      = 512
	maxMethod    = 16
)

// Request is a call of a key that was answered.
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

// waiting is a request on its way into the database. Its id is given once, so that writing it twice is noticed.
type waiting struct {
	Request

	id uuid.UUID
}

// Recorder writes down the calls of all keys. A request only leaves its own in memory; a goroutine writes them in batches,
// each in one transaction. While the database can't take them they wait, the newest 100,000 of them.
type Recorder struct {
	db *db.DB

	mu      sync.Mutex // guards what follows
	waiting []Request
	dropped uint64
	losing  bool

	// writing is held by whoever writes; it guards what follows.
	writing sync.Mutex
	// batch is what is being written, until that is known to have succeeded.
	batch   []waiting
	failing bool

	full    chan struct{}
	closing chan struct{}
	close   func()
	ended   chan struct{}
}

// NewRecorder makes one on a migrated database. It works until it is closed.
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
		_ = r.Flush(context.Background()) // It has said so; the next round tries again.
	}
}

// Close ends the goroutine and writes what waits. A call that is recorded later is written by a second Close.
func (r *Recorder) Close(ctx context.Context) error {
	r.close()
	<-r.ended
	return r.Flush(ctx)
}

// Record notes a call, with at most 512 bytes of its path and 16 of its method. It neither waits nor fails.
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
		default: // It knows.
		}
	}
}

// drop gives up the oldest calls: a batch of them, since those that stay are moved.
func (r *Recorder) drop() {
	r.waiting = slices.Delete(r.waiting, 0, flushAt)
	r.dropped += flushAt
	if !r.losing {
		r.losing = true
		slog.Warn("The calls of API keys can't be written: the oldest are lost.", "waiting", maxWaiting)
	}
}

// RecorderStats are for metrics.
type RecorderStats struct {
	// Waiting is how many calls are not yet written.
	Waiting int
	// Dropped is how many were given up.
	Dropped uint64
}

// Stats tells how it goes.
func (r *Recorder) Stats() RecorderStats {
	r.mu.Lock()
	defer r.mu.Unlock()
	return RecorderStats{Waiting: len(r.waiting), Dropped: r.dropped}
}

// Flush writes all calls that were recorded before it, whatever transaction ctx is in. What can't be written stays, for
// the next one.
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

// take makes the next batch, unless there is one that could not be written; false means that there is nothing to do.
func (r *Recorder) take() bool {
	if len(r.batch) > 0 {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	count := min(len(r.waiting), flushAt)
	for _, call := range r.waiting[:count] {
		r.batch = append(r.batch, waiting{Request: call, id: record.NewID()})
	}
	r.waiting = slices.Delete(r.waiting, 0, count)
	r.losing = r.losing && len(r.waiting) > 0
	return count > 0
}

// cut returns the beginning of a text as every database takes it. It is a copy: the text itself may be part of a request
// that would stay in memory with it.
func cut(text string, size int) string {
	return strings.ToValidUTF8(strings.Clone(text[:min(len(text), size)]), "")
}
