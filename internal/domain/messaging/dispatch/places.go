package dispatch

import (
	"context"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"
)

const (
	// inFlight is how many messages of all lanes are between their claim and their outcome. Lanes
	// get their places in turns.
	inFlight = 2000
	// inFlightOfFirm is how many of them are of one firm. A provider that does not answer keeps the
	// places of its own firm.
	inFlightOfFirm = 500
)

// places are those of a firm with lanes that this instance serves.
type places struct {
	own   *semaphore.Weighted
	lanes int
}

// join returns the places of a firm for one more lane. The caller holds the mutex.
func (d *Dispatcher) join(firm uuid.UUID) *semaphore.Weighted {
	of := d.firms[firm]
	if of == nil {
		of = &places{own: semaphore.NewWeighted(d.perFirm)}
		d.firms[firm] = of
	}
	of.lanes++
	return of.own
}

// part forgets the places of a firm with its last lane. The caller holds the mutex.
func (d *Dispatcher) part(firm uuid.UUID) {
	of := d.firms[firm]
	of.lanes--
	if of.lanes == 0 {
		delete(d.firms, firm)
	}
}

// enter waits for places for n messages.
func (l *lane) enter(ctx context.Context, n int) error {
	if err := l.ofFirm.Acquire(ctx, int64(n)); err != nil {
		return err
	}
	if err := l.places.Acquire(ctx, int64(n)); err != nil {
		l.ofFirm.Release(int64(n))
		return err
	}
	return nil
}

// leave gives places back.
func (l *lane) leave(n int) {
	l.places.Release(int64(n))
	l.ofFirm.Release(int64(n))
}
