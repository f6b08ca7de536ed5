package dispatch

import (
	"time"

	"golang.org/x/sync/semaphore"
)

// Limit sets how many messages of all firms, and of one, are between their claim and their outcome.
// It must be called before Run.
func (d *Dispatcher) Limit(all, perFirm int64) {
	d.places, d.perFirm = semaphore.NewWeighted(all), perFirm
}

// GiveUpSoon makes outcomes that can't be stored be given up after the second try. It must be
// called before Run.
func (d *Dispatcher) GiveUpSoon() { d.settleTries, d.settleWait = 2, time.Millisecond }

// EndSoon makes a lane without messages end at once, and calls end as soon as the dispatcher does.
// It must be called before Run.
func (d *Dispatcher) EndSoon() { d.linger, d.stopLimit = 0, 0 }
