package throttle

import (
	"context"
	"sync/atomic"
	"time"
)

// Left describes how much of a limit is left after an attempt.
type Left struct {
	// Limit is the number of attempts at once, and Remaining how many of them are left.
	Limit, Remaining int
	// Reset is the time until all of them are available again.
	Reset time.Duration
}

// Report keeps, for the headers of a response, how much its request left of a limit of attempts. It
// is safe for concurrent use.
type Report struct{ left atomic.Pointer[Left] }

type contextKey struct{}

// NewContext returns a context of a request whose attempts are reported.
func NewContext(ctx context.Context, r *Report) context.Context {
	return context.WithValue(ctx, contextKey{}, r)
}

// Note records the limit with the fewest attempts left. Without a [Report] in the context it does
// nothing.
func Note(ctx context.Context, all ...Left) {
	report, ok := ctx.Value(contextKey{}).(*Report)
	if !ok || len(all) == 0 {
		return
	}
	least := all[0]
	for _, left := range all {
		if left.Remaining < least.Remaining {
			least = left
		}
	}
	report.left.Store(&least)
}

// Left returns what was recorded last, and false if nothing was.
func (r *Report) Left() (Left, bool) {
	left := r.left.Load()
	if left == nil {
		return Left{}, false
	}
	return *left, true
}
