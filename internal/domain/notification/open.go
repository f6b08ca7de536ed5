package notification

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/broker"
)

// enter returns the feed of a firm. The first call opens it. Each call that succeeds is followed by
// a call of exit.
func (c *Center) enter(ctx context.Context, firm uuid.UUID) (*feed, error) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil, fault.Retry(fault.Unavailable, time.Second, "The server is going away.")
	}
	f := c.feeds[firm]
	first := f == nil
	if first {
		if f = newFeed(c, firm); len(c.feeds) == 0 {
			c.start()
		}
		c.feeds[firm] = f
	}
	f.users++
	c.mu.Unlock()
	if first {
		f.open()
	}
	select {
	case <-f.opened:
	case <-ctx.Done():
		c.exit(f, false)
		return nil, context.Cause(ctx)
	}
	if f.err != nil {
		c.exit(f, true)
		return nil, f.err
	}
	return f, nil
}

// exit closes the feed after the last call. A feed that could not be opened is closed at once, so
// that the next call of enter tries again.
func (c *Center) exit(f *feed, failed bool) {
	c.mu.Lock()
	f.users--
	ended := (f.users == 0 || failed) && c.feeds[f.firm] == f
	if ended {
		delete(c.feeds, f.firm)
		if len(c.feeds) == 0 {
			c.stop()
		}
	}
	c.mu.Unlock()
	if ended {
		f.close()
	}
}

// open subscribes to the messages of the firm, and then reads how many notifications it has.
func (f *feed) open() {
	defer close(f.opened)
	if f.stop, f.err = f.center.broker.Subscribe(subject(f.firm), broker.Subscription{Deliver: f.arrive, Lost: f.lost}); f.err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(f.ctx, readLimit)
	defer cancel()
	last, expired, err := sequence(ctx, f.center.db)
	if err != nil {
		f.err = err
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last, f.expired = max(f.last, last), max(f.expired, expired)
	f.reading = false
	f.settle()
}
