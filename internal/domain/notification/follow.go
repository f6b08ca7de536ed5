package notification

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
)

// Follower knows the last notification of a firm. With its position, a subscription can begin with
// the notifications that were stored since an earlier moment.
type Follower struct{ feed *feed }

// Follow follows the active firm until the caller calls Leave. It returns Forbidden for a viewer
// without a membership in the firm.
func (c *Center) Follow(ctx context.Context) (_ *Follower, err error) {
	defer fault.Wrap(&err, "notification.Follow")
	by, err := readerOf(ctx)
	if err != nil {
		return nil, err
	}
	f, err := c.enter(ctx, by.firm)
	if err != nil {
		return nil, err
	}
	return &Follower{f}, nil
}

// Position returns the present position in the notifications of the firm. It does not wait for the
// database.
func (f *Follower) Position() Position {
	f.feed.mu.Lock()
	defer f.feed.mu.Unlock()
	return Position{firm: f.feed.firm, last: f.feed.last}
}

// Leave ends the following. It is called once.
func (f *Follower) Leave() { f.feed.center.exit(f.feed, false) }

// Position is a moment in the notifications of a firm: the moment after one of them.
type Position struct {
	firm uuid.UUID
	last int64
}

type positionKey struct{}

// NewContext returns a context in which subscriptions of the firm begin at the position, unless
// they have a since.
func (p Position) NewContext(ctx context.Context) context.Context {
	return context.WithValue(ctx, positionKey{}, p)
}

// beginning returns the number of the last notification that a new subscription is not sent. It is
// the position in the context, or else the last delivered notification.
func beginning(ctx context.Context, firm uuid.UUID, last int64) int64 {
	if p, ok := ctx.Value(positionKey{}).(Position); ok && p.firm == firm {
		return min(p.last, last)
	}
	return last
}
