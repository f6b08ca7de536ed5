package broker

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// subjects are the subjects whose subscribers in this process have changed.
type subjects struct {
	mu      sync.Mutex
	changed map[string]struct{}
	wake    chan struct{}
}

func (s *subjects) init() {
	s.changed, s.wake = map[string]struct{}{}, make(chan struct{}, 1)
}

// change records that a subject may have got its first subscriber, or lost its last.
func (s *subjects) change(subject string) {
	s.mu.Lock()
	s.changed[subject] = struct{}{}
	s.mu.Unlock()
	s.poke()
}

// poke wakes up the follower.
func (s *subjects) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// take returns the subjects that changed since the last call.
func (s *subjects) take() map[string]struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := s.changed
	s.changed = map[string]struct{}{}
	return taken
}

// follower subscribes at the server to the subjects that have subscribers in the process. Only its
// goroutine uses it.
type follower struct {
	*NATS

	conn     *nats.Conn
	incoming chan *nats.Msg
	// subscribed are the subscriptions at the server. Those that are not confirmed yet may miss
	// messages.
	subscribed  map[string]*nats.Subscription
	unconfirmed map[string]struct{}
	// confirmed is the number of the connection on which all other subscriptions are confirmed.
	confirmed int
}

// followSubjects keeps the subscriptions at the server equal to those of the process until ctx is
// done. It tells subscribers when messages may be missing.
func (n *NATS) followSubjects(ctx context.Context, conn *nats.Conn, incoming chan *nats.Msg) {
	f := &follower{
		NATS: n, conn: conn, incoming: incoming, subscribed: map[string]*nats.Subscription{}, unconfirmed: map[string]struct{}{},
	}
	if _, err := conn.ChanSubscribe(n.prefix+lostSubject, incoming); err != nil {
		slog.ErrorContext(ctx, "broker: subscribe", "error", err)
	}
	again := time.NewTicker(tellInterval)
	defer again.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-n.subjects.wake:
		case <-again.C:
		}
		f.follow()
		f.confirm(ctx)
		if n.slow.dropped() || n.missing.Swap(false) {
			n.local.loseAll()
		}
	}
}

// follow subscribes to new subjects, and unsubscribes from subjects without subscribers.
func (f *follower) follow() {
	for subject := range f.NATS.subjects.take() {
		subscription, has := f.subscribed[subject], f.local.has(subject)
		switch {
		case has && subscription == nil:
			added, err := f.conn.ChanSubscribe(f.prefix+subjectPrefix+subject, f.incoming)
			if err != nil { // The connection is closed.
				slog.Error("broker: subscribe", "error", err)
				continue
			}
			f.subscribed[subject], f.unconfirmed[subject] = added, struct{}{}
		case !has && subscription != nil:
			_ = subscription.Unsubscribe() // A message that still arrives finds no subscriber.
			delete(f.subscribed, subject)
			delete(f.unconfirmed, subject)
		}
	}
}

// confirm waits until the server knows all subscriptions. Then it tells the subscribers of the new
// ones that they may have missed messages until now; from now on they miss none.
func (f *follower) confirm(ctx context.Context) {
	connection := f.link.connection()
	if len(f.unconfirmed) == 0 && connection == f.confirmed || connection == 0 {
		return
	}
	waiting, cancel := context.WithTimeout(ctx, pingInterval)
	defer cancel()
	if err := f.conn.FlushWithContext(waiting); err != nil || f.link.connection() != connection {
		return // it will be tried again soon
	}
	if connection != f.confirmed {
		f.confirmed = connection
		for subject := range f.subscribed { // If a subject was added since, its subscriber is told when the server knows it.
			f.local.lose(subject)
		}
	} else {
		for subject := range f.unconfirmed {
			f.local.lose(subject)
		}
	}
	clear(f.unconfirmed)
}
