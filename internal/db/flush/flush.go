// Package flush stores in the database what a server gathers in memory.
package flush

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/firmhub/firmhub/internal/db"
)

// timeout limits one call of [Loop.Flush].
const timeout = 10 * time.Second

// Batches are what a [Loop] stores. The Loop calls Next and Store from one goroutine at a time.
type Batches struct {
	// What names the contents in messages, such as "calls of API keys".
	What string
	// Every limits how much a crash can lose.
	Every time.Duration
	// Next makes the next batch, in place of the one that is stored. It reports whether the batch
	// contains anything.
	Next func() bool
	// Store stores the batch. After an error it is called again with the same batch, which may be
	// stored already if its commit was not confirmed.
	Store func(ctx context.Context) error
}

// Loop stores batches in a goroutine. A batch that can't be stored waits until it can.
type Loop struct {
	batches Batches

	mu sync.Mutex // guards waits, and serializes calls of the batches
	// waits is whether the last batch is not known to be stored.
	waits bool

	soon    chan struct{}
	stop    context.CancelFunc
	running sync.WaitGroup
}

// Start returns a Loop that runs until it is closed.
func Start(batches Batches) *Loop {
	ctx, stop := context.WithCancel(context.Background())
	l := &Loop{batches: batches, soon: make(chan struct{}, 1), stop: stop}
	l.running.Go(func() { l.run(ctx.Done()) })
	return l
}

func (l *Loop) run(stopped <-chan struct{}) {
	ticker := time.NewTicker(l.batches.Every)
	defer ticker.Stop()
	for {
		select {
		case <-stopped:
			return
		case <-ticker.C:
		case <-l.soon:
		}
		_ = l.Flush(context.Background()) // It has logged the error; the next one tries again.
	}
}

// Soon makes the goroutine call Flush now. It does not wait.
func (l *Loop) Soon() {
	select {
	case l.soon <- struct{}{}:
	default: // already told
	}
}

// Flush stores all that was gathered before, outside of any transaction of ctx. What can't be
// stored waits for the next Flush.
func (l *Loop) Flush(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(db.Outside(ctx), timeout)
	defer cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.waits || l.batches.Next() {
		if err := l.batches.Store(ctx); err != nil {
			if !l.waits {
				l.waits = true
				slog.WarnContext(ctx, "A batch can't be stored now. It waits.", "what", l.batches.What, "error", err)
			}
			return fmt.Errorf("store the %s: %w", l.batches.What, err)
		}
		l.waits = false
	}
	return nil
}

// Close stops the goroutine and calls Flush. What is gathered later is stored by a second Close.
func (l *Loop) Close(ctx context.Context) error {
	l.stop()
	l.running.Wait()
	return l.Flush(ctx)
}
