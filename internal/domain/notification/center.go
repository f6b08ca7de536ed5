package notification

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/realtime/broker"
)

// countEvery is how often changed unread counts are sent.
const countEvery = 500 * time.Millisecond

// Center stores notifications, and delivers them to their subscribers in this process. All
// instances that share a database and a broker deliver the same notifications. It is safe for
// concurrent use.
type Center struct {
	db     *db.DB
	broker broker.Broker
	// unsure wakes up the loop that looks for what the feeds may have missed.
	unsure chan struct{}

	mu     sync.Mutex
	closed bool
	feeds  map[uuid.UUID]*feed // by firm; only firms with subscribers
	// due are the feeds that wait to be read, and reading is the number of goroutines that read
	// them.
	due     []*feed
	reading int
	// stop ends the loops, which run while there are feeds.
	stop  context.CancelFunc
	loops sync.WaitGroup
}

// NewCenter returns a center without subscribers.
func NewCenter(d *db.DB, b broker.Broker) *Center {
	return &Center{db: d, broker: b, unsure: make(chan struct{}, 1), feeds: map[uuid.UUID]*feed{}}
}

// Close ends the delivery, and returns when the delivery no longer uses the database. Subscribers
// are told by Lost.
func (c *Center) Close() {
	c.mu.Lock()
	c.closed = true
	var open []*feed
	for firm, f := range c.feeds {
		open = append(open, f)
		delete(c.feeds, firm)
	}
	if c.stop != nil {
		c.stop()
	}
	c.mu.Unlock()
	for _, f := range open {
		f.close()
	}
	c.loops.Wait()
}

// start starts the loops. It is called under the lock when the first feed is added.
func (c *Center) start() {
	ctx, stop := context.WithCancel(context.Background())
	c.stop = stop
	c.loops.Go(func() { every(ctx, countEvery, c.tellCounts) })
	c.loops.Go(func() { every(ctx, broker.LookEvery, func() { c.Look(ctx) }) })
	c.loops.Go(func() { c.lookAtUnsure(ctx) })
}

// every calls a function at an interval until ctx is done.
func every(ctx context.Context, interval time.Duration, call func()) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			call()
		}
	}
}

// open returns the open feeds.
func (c *Center) open() []*feed {
	c.mu.Lock()
	defer c.mu.Unlock()
	open := make([]*feed, 0, len(c.feeds))
	for _, f := range c.feeds {
		open = append(open, f)
	}
	return open
}

// tellCounts sends the unread counts that have changed.
func (c *Center) tellCounts() {
	for _, f := range c.open() {
		f.tellCounts()
	}
}
