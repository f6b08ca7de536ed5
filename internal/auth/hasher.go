package auth

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	defaultQueue = 64
	// queueRetry is about the time in which a full default queue drains on one CPU.
	queueRetry = 5 * time.Second
)

// Hasher hashes passwords, a few at once and a bounded number waiting, so that a storm of log-ins can't take the CPU
// from everything else. Call it outside a begun transaction: a hash takes a tenth of a second, and a full queue many.
type Hasher struct {
	slots   chan struct{}
	limit   int64
	pending atomic.Int64
	done    atomic.Uint64
	refused atomic.Uint64
	dummy   string
}

// NewHasher makes a hasher with that many workers and places in the queue behind them. Zero means the default: half of
// the CPUs (at least one), and a queue of 64.
func NewHasher(workers, queue int) *Hasher {
	if workers <= 0 {
		workers = max(1, runtime.GOMAXPROCS(0)/2)
	}
	if queue <= 0 {
		queue = defaultQueue
	}
	return &Hasher{slots: make(chan struct{}, workers), limit: int64(workers + queue), dummy: hashOfNobody()}
}

// Hash is [HashPassword] in the queue. It fails with Unavailable when the queue is full, and with the error of ctx when
// that ends first.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	return HashPassword(password)
}

// Verify is [VerifyPassword] in the queue, with the errors of [Hasher.Hash].
func (h *Hasher) Verify(ctx context.Context, stored, password string) (bool, error) {
	if err := h.enter(ctx); err != nil {
		return false, err
	}
	defer h.leave()
	return VerifyPassword(stored, password)
}

// Pretend costs what [Hasher.Verify] of a wrong password costs: for a log-in of somebody who doesn't exist.
func (h *Hasher) Pretend(ctx context.Context, password string) error {
	_, err := h.Verify(ctx, h.dummy, password)
	return err
}

// HasherStats is the state of a hasher, for metrics.
type HasherStats struct {
	// Pending counts the hashes that run or wait.
	Pending int64
	// Done and Refused count since the start: hashes made, and calls that found the queue full.
	Done, Refused uint64
}

// Stats gives the state of now.
func (h *Hasher) Stats() HasherStats {
	return HasherStats{Pending: h.pending.Load(), Done: h.done.Load(), Refused: h.refused.Load()}
}

// enter takes a place in the queue and waits for a worker's slot.
func (h *Hasher) enter(ctx context.Context) error {
	if h.pending.Add(1) > h.limit {
		h.pending.Add(-1)
		h.refused.Add(1)
		return fault.Retry(fault.Unavailable, queueRetry, "Too many log-ins at once. Try again in a few seconds.")
	}
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		h.pending.Add(-1)
		return fmt.Errorf("auth: wait for a password hash: %w", ctx.Err())
	}
}

func (h *Hasher) leave() {
	<-h.slots
	h.pending.Add(-1)
	h.done.Add(1)
}
