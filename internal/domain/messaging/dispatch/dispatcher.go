// Package dispatch sends the messages that wait in the queue. Each instance has a dispatcher. It
// takes the leases of lanes that are due, and calls the providers of their channels.
//
// A message is claimed in a transaction before its call, and its outcome is stored in another one
// after it. So a message is called at most once, unless its provider answered that it does not have
// it: if an instance dies in between, the outcome is unknown.
package dispatch

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/semaphore"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/tracing"
)

const (
	// lanesAtOnce is how many lanes an instance begins to serve at once.
	lanesAtOnce = 1000

	defaultLease = 15 * time.Second
	defaultPoll  = time.Second
	// checkEvery is how many polls there are for a check.
	checkEvery = 5
	// stopLimit is how long running calls may take when the server stops or has lost the lease.
	stopLimit = 10 * time.Second
)

// Dispatcher sends the messages of this instance's lanes.
type Dispatcher struct {
	db       *db.DB
	messages *messaging.Manager
	channels *channel.Manager
	config   Config
	holder   uuid.UUID
	places   *semaphore.Weighted
	perFirm  int64
	tally    tally
	// settleTries and these times are the constants, except in tests.
	settleTries                   int
	settleWait, linger, stopLimit time.Duration

	mu    sync.Mutex
	lanes map[uuid.UUID]*lane
	firms map[uuid.UUID]*places
	// reaches are those of firms with channels of WhatsApp.
	reaches map[uuid.UUID]*reach
	runs    sync.WaitGroup
}

// Config configures a Dispatcher. Zero fields have defaults.
type Config struct {
	// Lease is how long a lease lasts without being renewed: 15 seconds by default. It is the time
	// after which another instance sends the messages of one that died.
	Lease time.Duration
	// Poll is how often the dispatcher looks for lanes that are due: every second by default.
	Poll time.Duration
	// Unsubscribe returns the link by which an address of a firm ends further marketing mails, or
	// nil. Without it there are no such links.
	Unsubscribe func(firm uuid.UUID, address string) *url.URL
	// Open opens the content of a file that is sent.
	Open func(ctx context.Context, key string) (io.ReadCloser, error)
	// Link returns a link by which a provider gets a file of a firm, or "" if it can't reach this
	// server.
	Link func(firm, id uuid.UUID) string
	// Stayed is that of [messaging.Observer], for the states Queued and Sending. It may be nil.
	Stayed func(in messaging.Status, took time.Duration)
	// Tracer traces the calls of providers. Nil traces nothing.
	Tracer *tracing.Tracer
}

// New returns a dispatcher that is not running.
func New(d *db.DB, messages *messaging.Manager, channels *channel.Manager, config Config) *Dispatcher {
	if config.Stayed == nil {
		config.Stayed = func(messaging.Status, time.Duration) {}
	}
	config.Lease, config.Poll = cmp.Or(config.Lease, defaultLease), cmp.Or(config.Poll, defaultPoll)
	return &Dispatcher{
		db: d, messages: messages, channels: channels, config: config, holder: uuid.New(),
		places: semaphore.NewWeighted(inFlight), perFirm: inFlightOfFirm,
		settleTries: settleTries, settleWait: settleWait, linger: linger, stopLimit: stopLimit,
		lanes: map[uuid.UUID]*lane{}, firms: map[uuid.UUID]*places{}, reaches: map[uuid.UUID]*reach{},
	}
}

// wake makes the lanes that this instance serves look for messages at once.
func (d *Dispatcher) wake() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, l := range d.lanes {
		signal(l.woken)
	}
}

// signal wakes whoever waits for the channel, or will.
func signal(woken chan struct{}) {
	select {
	case woken <- struct{}{}:
	default:
	}
}

// Run sends messages until ctx is done. It then waits for the calls that run, 10 seconds at most,
// stores their outcomes, and returns the leases.
func (d *Dispatcher) Run(ctx context.Context) {
	defer d.runs.Wait()
	d.runs.Go(func() { d.checks(ctx) })
	polls := time.NewTicker(d.config.Poll)
	defer polls.Stop()
	for {
		if err := d.poll(ctx); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "the messages to send can't be read", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-d.messages.Queued():
			d.wake()
		case <-polls.C:
		}
	}
}

// checks ends the states of messages that end by themselves, until ctx is done.
func (d *Dispatcher) checks(ctx context.Context) {
	ticker := time.NewTicker(checkEvery * d.config.Poll)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			d.check(ctx)
		}
	}
}

// check ends the states that have ended by now.
func (d *Dispatcher) check(ctx context.Context) {
	for more := true; more && ctx.Err() == nil; {
		var err error
		if more, err = d.messages.Check(ctx); err != nil {
			slog.ErrorContext(ctx, "messages whose state has ended can't be changed", "error", err)
		}
	}
}

// poll begins to serve lanes that are due.
func (d *Dispatcher) poll(ctx context.Context) error {
	due, err := outgoing.Due(ctx, d.db, lanesAtOnce)
	if err != nil {
		return err
	}
	for _, of := range due {
		d.serve(ctx, of)
	}
	return nil
}

// serve serves a lane unless it is served already.
func (d *Dispatcher) serve(ctx context.Context, of outgoing.Lane) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.lanes[of.ChannelID] != nil || ctx.Err() != nil {
		return
	}
	l := &lane{Dispatcher: d, of: of, ofFirm: d.join(of.FirmID), woken: make(chan struct{}, 1)}
	d.lanes[of.ChannelID] = l
	d.runs.Go(func() {
		l.run(ctx)
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.lanes, of.ChannelID)
		d.part(of.FirmID)
	})
}

// Stats is the state of a [Dispatcher], for metrics.
type Stats struct {
	// Lanes is how many lanes this instance serves.
	Lanes int
	// Calls counts the calls since the start.
	Calls map[Called]uint64
}

// Stats returns the current state.
func (d *Dispatcher) Stats() Stats {
	d.mu.Lock()
	defer d.mu.Unlock()
	return Stats{Lanes: len(d.lanes), Calls: d.tally.read()}
}
