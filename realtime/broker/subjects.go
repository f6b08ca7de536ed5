package broker

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// subjects are those of the process whose subscribers came or went.
type subjects struct {
	mu      sync.Mutex
	changed map[string]struct{}
	wake    chan struct{}
}

func (s *subjects) init() {
	s.changed, s.wake = map[string]struct{}{}, make(chan struct{}, 1)
}

// change says that a subject may have got its first subscriber, or lost its last.
func (s *subjects) change(subject string) {
	s.mu.Lock()
	s.changed[subject] = struct{}{}
	s.mu.Unlock()
	s.poke()
}

// poke wakes up whoever follows.
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

// follower subscribes at the server to the subjects that have subscribers in the process. Only its goroutine uses it.
type follower struct {
	*NATS

	conn     *nats.Conn
	incoming chan *nats.Msg
	// subscribed are the subscriptions at the server. Those that are not confirmed yet may miss messages.
	subscribed  map[string]*nats.Subscription
	unconfirmed map[string]struct{}
	// confirmed is the connection by which all others are confirmed.
	confirmed int
}

// followSubjects keeps the subscriptions of the server equal to those of the process, and tells subscribers that messages may be
// missing, until ctx is done.
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

// follow subscribes to what is new, and unsubscribes from what nobody listens to any more.
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
			_ = subscription.Unsubscribe() // What still comes finds no subscriber.
			delete(f.subscribed, subject)
			delete(f.unconfirmed, subject)
		}
	}
}

// confirm waits until the server knows all subscriptions, and then tells the subscribers of those that it did not know: they can miss
// nothing any more, but they may have missed something until now.
func (f *follower) confirm(ctx context.Context) {
	connection := f.link.connection()
	if len(f.unconfirmed) == 0 && connection == f.confirmed || connection == 0 {
		return
	}
	waiting, cancel := context.WithTimeout(ctx, pingInterval)
	defer cancel()
	if err := f.conn.FlushWithContext(waiting); err != nil || f.link.connection() != connection {
		return // it is tried again soon
	}
	if connection != f.confirmed {
		f.confirmed = connection
		for subject := range f.subscribed { // A subject that came since is told when the server knows it.
			f.local.lose(subject)
		}
	} else {
		for subject := range f.unconfirmed {
			f.local.lose(subject)
		}
	}
	clear(f.unconfirmed)
}
