package dispatch

import (
	"time"

	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
)

// bucket limits the calls of a channel: any two calls that are the rate apart have a second between
// them. So there are never more than the rate in any second.
type bucket struct {
	calls []time.Time // the last calls, as a ring
	next  int
	last  time.Time
}

// newBucket returns a bucket. called is when somebody else may have made calls for the last time.
func newBucket(rate int, called time.Time) *bucket {
	b := &bucket{calls: make([]time.Time, rate), last: called}
	for i := range b.calls {
		b.calls[i] = called
	}
	return b
}

// resize changes the rate. All calls of the last second then count as made just now.
func (b *bucket) resize(rate int) {
	if rate != len(b.calls) {
		*b = *newBucket(rate, b.last)
	}
}

// wait returns how long the next call must wait.
func (b *bucket) wait(now time.Time) time.Duration {
	return b.calls[b.next].Add(pace.RateWindow).Sub(now)
}

// take notes a call.
func (b *bucket) take(now time.Time) {
	b.calls[b.next], b.last = now, now
	b.next = (b.next + 1) % len(b.calls)
}
