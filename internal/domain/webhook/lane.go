package webhook

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db/lease"
)

const (
	// linger is how long a lane without work keeps its lease.
	linger = 2 * time.Second
	// stopLimit is how long attempts that run may take when the server stops. It is less than what
	// is left of a lease that is no longer renewed.
	stopLimit = 5 * time.Second
	// outcomesKept is how many outcomes wait for the lane without holding up their attempts.
	outcomesKept = maxWebhooks * atOnce
)

// lane delivers the events of a firm while this instance has its lease. Only its own goroutine
// changes it.
type lane struct {
	*Deliverer

	firm     uuid.UUID
	woken    chan struct{}
	outcomes chan outcome
	lease    *lease.Lease
	// running are the deliveries of each webhook that are being attempted.
	running map[uuid.UUID]map[uuid.UUID]bool
	// hosts are how many of them run at each host.
	hosts map[string]int
	// failed are the webhooks whose attempts could not begin, with when that is tried again.
	failed map[uuid.UUID]time.Time
	calls  int
	// done are the outcomes that are not stored yet.
	done []outcome
	// calling is the context of attempts.
	calling context.Context //nolint:containedctx // It lives as long as the lane.
}

// outcome is what came of an attempt of a delivery.
type outcome struct {
	webhook  *Webhook
	delivery *Delivery
	answer   answer
	// refused reports that there was no attempt, and will be none: the delivery fails.
	refused bool
	// ended reports that the attempt was ended by this instance. It is made again.
	ended bool
}

// round is what a round of a lane has found.
type round struct {
	// seen is when the lane was due, as of its beginning.
	seen *time.Time
	// last is the number of the last event.
	last int64
	// next is when a delivery is due.
	next *time.Time
	// worked reports whether there was something to do, and none that there are no webhooks.
	worked, none bool
}

// soonest notes when something is due.
func (r *round) soonest(at *time.Time) {
	if at != nil && (r.next == nil || at.Before(*r.next)) {
		r.next = at
	}
}

// run serves the lane until there is no work. After an error the lease ends by itself, so that what
// always fails is not tried all the time.
func (l *lane) run(ctx context.Context) (err error) {
	if l.lease, err = lease.Acquire(ctx, l.db, lanesTable, l.firm, l.holder, l.options.Lease); err != nil || l.lease == nil {
		l.log(ctx, "the lease", err)
		return err
	}
	after := context.WithoutCancel(ctx)
	calling, stop := context.WithCancel(after)
	defer stop()
	l.calling = calling
	held, end := context.WithCancel(ctx)
	defer end()
	renewing := l.renew(after, held, func() {
		stop() // Another instance makes the attempts.
		end()
	})
	last, err := l.work(held)
	l.log(ctx, "a round", err)
	time.AfterFunc(stopLimit, stop)
	for l.calls > 0 {
		l.settled(<-l.outcomes)
	}
	l.log(ctx, "the outcomes", l.settle(after))
	end()
	<-renewing
	switch {
	case err != nil:
	case last.none:
		l.log(ctx, "the end of the lane", l.leave(after, last.seen))
		fallthrough
	default:
		l.log(ctx, "the return of the lease", l.giveBack(after, last.seen, last.next, last.last))
	}
	return err
}

// log logs an error. What fails because the server stops is no error.
func (l *lane) log(ctx context.Context, what string, err error) {
	if err != nil && ctx.Err() == nil {
		slog.ErrorContext(ctx, "the webhooks of a firm can't be served", "what", what, "firm", l.firm, "error", err)
	}
}

// renew renews the lease until held is done. If another instance has it, renew calls lost.
func (l *lane) renew(ctx, held context.Context, lost func()) (done chan struct{}) {
	done = make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(l.options.Lease / 6)
		defer ticker.Stop()
		for {
			select {
			case <-held.Done():
				return
			case <-ticker.C:
			}
			mine, err := l.lease.Renew(ctx)
			l.log(ctx, "the renewal of the lease", err)
			if err == nil && !mine {
				lost()
				return
			}
		}
	}()
	return done
}

// work makes rounds until nothing has been to do for a while, ctx is done, or the firm is not
// active. It returns the last round. If one of the latter two ended it, the lane stays due: its
// next is now, and its last zero.
func (l *lane) work(ctx context.Context) (of round, err error) {
	idle := time.Now()
	for {
		of, err = l.round(ctx)
		if ctx.Err() != nil || errors.Is(err, errInactive) {
			now := l.config.Now()
			return round{seen: of.seen, next: &now}, nil //nolint:nilerr // It goes on later.
		}
		if err != nil {
			return of, err
		}
		if of.worked || l.calls > 0 {
			idle = time.Now()
		}
		if time.Since(idle) > linger || of.none {
			return of, nil
		}
		l.wait(ctx, of)
	}
}

// wait waits until there is something to do, and takes the outcomes that have come meanwhile.
func (l *lane) wait(ctx context.Context, of round) {
	wait := linger / 2
	if of.next != nil {
		wait = min(wait, max(0, of.next.Sub(l.config.Now())))
	}
	if of.worked && l.calls == 0 || len(l.done) > 0 {
		wait = 0
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-l.woken:
	case <-timer.C:
	case first := <-l.outcomes:
		l.settled(first)
	}
	for len(l.outcomes) > 0 {
		l.settled(<-l.outcomes)
	}
}

// settled notes that an attempt does not run any more.
func (l *lane) settled(of outcome) {
	delete(l.running[of.webhook.ID], of.delivery.ID)
	l.calls--
	host := of.webhook.host()
	l.hosts[host]--
	if l.hosts[host] == 0 {
		delete(l.hosts, host)
	}
	if !of.ended {
		l.done = append(l.done, of)
	}
}
