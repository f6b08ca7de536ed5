package wallet

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

const (
	// watchEvery is how often a balance that changes all the time is read and sent.
	watchEvery = 500 * time.Millisecond
	// readLimit is how long a balance may take to be read.
	readLimit = 10 * time.Second
)

// subject is the broker's subject for changes of a firm's balance. The messages are empty: the
// balance is read from the database.
func subject(firm uuid.UUID) string { return "wallet." + firm.String() }

// feed reads the balance of a firm for all watchers in this process.
type feed struct {
	ledger *Ledger
	firm   uuid.UUID
	// changed has an element when the balance must be read. done is closed when there is no watcher
	// any more.
	changed, done chan struct{}
	stop          func() // ends the subscription to the broker

	mu       sync.Mutex
	watchers map[*balanceWatcher]struct{}
}

// balanceWatcher holds the newest balance that was not received yet.
type balanceWatcher struct {
	events chan *Balance
	seen   int64 // the version of the balance that was sent last
}

// Watch returns the balance of the viewer's firm. It sends the present balance at once, and then a
// new one after each change, at most twice a second. If several were not received, it sends only
// the newest. The channel is closed when ctx is done.
func (l *Ledger) Watch(ctx context.Context) (_ <-chan *Balance, err error) {
	defer fault.Wrap(&err, "wallet.Watch")
	firm, err := scope.Firm(ctx, "Wallet")
	if err != nil {
		return nil, err
	}
	w := &balanceWatcher{events: make(chan *Balance, 1), seen: -1}
	f, err := l.enter(firm, w)
	if err != nil {
		return nil, err
	}
	now, err := CurrentBalance(ctx, l.db, firm) // after enter, so that no change is missed
	if err != nil {
		l.leave(f, w)
		return nil, err
	}
	f.mu.Lock()
	w.send(now)
	f.mu.Unlock()
	context.AfterFunc(ctx, func() { l.leave(f, w) })
	return w.events, nil
}

// enter adds a watcher to the feed of a firm. The first watcher creates the feed.
func (l *Ledger) enter(firm uuid.UUID, w *balanceWatcher) (*feed, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f, ok := l.feeds[firm]
	if !ok {
		f = &feed{
			ledger: l, firm: firm, changed: make(chan struct{}, 1), done: make(chan struct{}), watchers: map[*balanceWatcher]struct{}{},
		}
		var err error
		f.stop, err = l.broker.Subscribe(subject(firm), broker.Subscription{Deliver: func([]byte) { f.poke() }, Lost: f.poke})
		if err != nil {
			return nil, err
		}
		l.feeds[firm] = f
		go f.run()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.watchers[w] = struct{}{}
	return f, nil
}

// leave removes a watcher, and ends the feed with the last one.
func (l *Ledger) leave(f *feed, w *balanceWatcher) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.watchers, w)
	close(w.events)
	if len(f.watchers) == 0 {
		delete(l.feeds, f.firm)
		f.stop()
		close(f.done)
	}
}

func (f *feed) poke() {
	select {
	case f.changed <- struct{}{}:
	default: // it will already be read
	}
}

// run reads the balance after changes, and every 20 seconds, until there is no watcher any more.
func (f *feed) run() {
	ctx := viewer.NewContext(context.Background(), &viewer.Viewer{Kind: viewer.System, FirmID: f.firm})
	pause, look := time.NewTimer(0), time.NewTicker(f.ledger.lookEvery)
	defer pause.Stop()
	defer look.Stop()
	for {
		select {
		case <-pause.C:
		case <-f.done:
			return
		}
		select {
		case <-f.changed:
		case <-look.C:
		case <-f.done:
			return
		}
		pause.Reset(watchEvery)
		if err := f.read(ctx); err != nil {
			slog.WarnContext(ctx, "a balance can't be read", "firm", f.firm, "error", err)
			f.poke() // again after the pause
		}
	}
}

func (f *feed) read(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(db.SharedBy(ctx, f.firm), readLimit)
	defer cancel()
	now, err := CurrentBalance(ctx, f.ledger.db, f.firm)
	if err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for w := range f.watchers {
		w.send(now)
	}
	return nil
}

// send replaces a balance that was not received yet by a newer one. It is called under the lock of
// the feed.
func (w *balanceWatcher) send(now *Balance) {
	if now.version <= w.seen {
		return
	}
	w.seen = now.version
	select {
	case <-w.events:
	default:
	}
	w.events <- now
}
