package webhook

import (
	"cmp"
	"context"
	"log/slog"
	"maps"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// defaultLease is twice what an attempt takes at most: an attempt begins only if it ends within
	// the lease, so no other instance makes it at the same time.
	defaultLease = 2 * callLimit
	// defaultPoll is how often new events are looked for while there are webhooks, and idlePoll
	// while there are none.
	defaultPoll = 100 * time.Millisecond
	idlePoll    = time.Second
)

// Deliverer delivers the events of the firms whose leases this instance has.
type Deliverer struct {
	*Manager

	options Options
	holder  uuid.UUID

	mu    sync.Mutex
	lanes map[uuid.UUID]*lane
	// resting are the firms whose lane has failed, with when it is served again.
	resting  map[uuid.UUID]time.Time
	attempts map[string]uint64
	runs     sync.WaitGroup
}

// Options are the options of a [Deliverer]. Zero fields have defaults.
type Options struct {
	// Lease is the time after which another instance delivers for one that died: 30 seconds by
	// default. It must be longer than an attempt.
	Lease time.Duration
	// Poll is how often new events are looked for: every 100 ms by default.
	Poll time.Duration
}

// NewDeliverer returns a deliverer that is not running.
func (m *Manager) NewDeliverer(options Options) *Deliverer {
	options.Lease, options.Poll = cmp.Or(options.Lease, defaultLease), cmp.Or(options.Poll, defaultPoll)
	return &Deliverer{
		Manager: m, options: options, holder: uuid.New(), lanes: map[uuid.UUID]*lane{},
		resting: map[uuid.UUID]time.Time{}, attempts: map[string]uint64{},
	}
}

// signal wakes whoever waits for the channel, or will.
func signal(woken chan struct{}) {
	select {
	case woken <- struct{}{}:
	default:
	}
}

// Run delivers until ctx is done. It then waits for the attempts that run, 5 seconds at most, and
// returns the leases. Without a key of secrets there are no webhooks.
func (d *Deliverer) Run(ctx context.Context) {
	if d.config.Key == nil {
		return
	}
	defer d.runs.Wait()
	for {
		firms, some, err := due(ctx, d.db, d.holder, d.config.Now())
		if err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "the events for webhooks can't be looked for", "error", err)
		}
		for _, firm := range firms {
			d.serve(ctx, firm)
		}
		wait := max(d.options.Poll, idlePoll)
		if some {
			wait = d.options.Poll
		}
		select {
		case <-ctx.Done():
			return
		case <-d.woken:
		case <-time.After(wait):
		}
	}
}

// serve serves the lane of a firm, or wakes it if that is done already.
func (d *Deliverer) serve(ctx context.Context, firm uuid.UUID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if l := d.lanes[firm]; l != nil {
		signal(l.woken)
		return
	}
	if entity.Now().Before(d.resting[firm]) {
		return
	}
	delete(d.resting, firm)
	l := &lane{
		Deliverer: d, firm: firm, woken: make(chan struct{}, 1), outcomes: make(chan outcome, outcomesKept),
		running: map[uuid.UUID]map[uuid.UUID]bool{}, hosts: map[string]int{},
		failed: map[uuid.UUID]time.Time{},
	}
	d.lanes[firm] = l
	d.runs.Go(func() {
		err := l.run(viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firm}))
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.lanes, firm)
		if err != nil {
			d.resting[firm] = entity.Now().Add(d.options.Lease)
		}
	})
}

// count counts an attempt by its outcome.
func (d *Deliverer) count(outcome string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.attempts[outcome]++
}

// Attempts returns how many attempts were made since the start, by their outcomes.
func (d *Deliverer) Attempts() map[string]uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return maps.Clone(d.attempts)
}
