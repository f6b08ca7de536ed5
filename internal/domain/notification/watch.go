package notification

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/broker"
)

const (
	// watchBuffer is how many new notifications wait for a client that reads them one by one.
	watchBuffer = 256
	// watchPage is how many missed notifications are read at once.
	watchPage = 100
)

// watcher is a subscriber that sends to a channel. It fails when the channel is full, and when the
// feed has ended.
type watcher[T any] struct {
	broker.Stream[T]

	events chan T
	failed chan error
}

func newWatcher[T any](buffer int) *watcher[T] {
	w := &watcher[T]{events: make(chan T, buffer), failed: make(chan error, 1)}
	w.C = w.events
	return w
}

// fail ends the stream. Only the first error is kept.
func (w *watcher[T]) fail(err error) {
	select {
	case w.failed <- err:
	default:
	}
}

// Lost implements Subscriber.
func (w *watcher[T]) Lost() { w.fail(errClosed()) }

// wait returns when ctx is done or the watcher has failed, and ends the stream. No event may be
// sent after that.
func (w *watcher[T]) wait(ctx context.Context, leave func()) {
	defer close(w.events)
	defer leave()
	select {
	case <-ctx.Done():
	case err := <-w.failed:
		w.Fail(err)
	}
}

// received is the watcher of [Center.Watch].
type received struct {
	*watcher[*Notification]

	// behind is set when a notification found the channel full. No later one may be sent: the
	// client subscribes again with the last one that it got, so it would never get those in
	// between.
	behind bool
}

func newReceived(buffer int) *received {
	return &received{watcher: newWatcher[*Notification](buffer)}
}

// Receive implements Subscriber.
func (r *received) Receive(n *Notification) {
	if r.behind {
		return
	}
	select {
	case r.events <- n:
	default:
		r.behind = true
		r.fail(errBehind())
	}
}

// Count implements Subscriber.
func (*received) Count(int) {}

// Watch returns the notifications of the active firm to everyone or to the viewer as they are
// stored, until ctx is done. With since, it begins with all notifications after that one, as
// [Center.Missed] returns them, as fast as they are received. It fails with TooManyRequests when
// 256 new ones wait to be received, and with Unavailable when the server stops. It returns
// Forbidden for a viewer without a membership in the firm.
func (c *Center) Watch(ctx context.Context, since *uuid.UUID) (_ *broker.Stream[*Notification], err error) {
	defer fault.Wrap(&err, "notification.Watch")
	w := newReceived(watchBuffer)
	if since != nil {
		missed, more, err := c.Missed(ctx, *since, watchPage)
		if err != nil {
			return nil, err
		}
		go c.replay(ctx, w, *since, missed, more)
		return &w.Stream, nil
	}
	leave, err := c.Subscribe(ctx, nil, w)
	if err != nil {
		return nil, err
	}
	go w.wait(ctx, leave)
	return &w.Stream, nil
}

func errBehind() error {
	return fault.Retry(fault.TooManyRequests, time.Second,
		"The notifications come faster than they are received. Subscribe again with the id of the last one that you got as since.")
}

// replay sends the missed notifications, page by page, and then subscribes.
func (c *Center) replay(ctx context.Context, to *received, since uuid.UUID, missed []*Notification, more bool) {
	for {
		for _, n := range missed {
			select {
			case to.events <- n:
				since = n.ID
			case <-ctx.Done():
				close(to.events)
				return
			}
		}
		var err error
		if more {
			missed, more, err = c.Missed(ctx, since, watchPage)
		} else {
			var leave func()
			if leave, err = c.Subscribe(ctx, &since, to); err == nil {
				to.wait(ctx, leave)
				return
			}
		}
		if err != nil {
			if ctx.Err() == nil {
				to.Fail(err)
			}
			close(to.events)
			return
		}
	}
}

// counted is the watcher of [Center.WatchUnread].
type counted struct{ *watcher[int] }

// Receive implements Subscriber.
func (counted) Receive(*Notification) {}

// Count implements Subscriber. It replaces a count that was not received yet.
func (c counted) Count(unread int) {
	select {
	case <-c.events:
	default:
	}
	c.events <- unread
}

// WatchUnread returns the number of notifications that the viewer has not read. It sends the
// present number at once, and then each new one within a second of a change. If several were not
// received, it sends only the newest. It ends when ctx is done, and fails with Unavailable when the
// server stops. It returns Forbidden for a viewer without a membership in the firm.
func (c *Center) WatchUnread(ctx context.Context) (_ *broker.Stream[int], err error) {
	defer fault.Wrap(&err, "notification.WatchUnread")
	w := newWatcher[int](1)
	leave, err := c.Subscribe(ctx, nil, counted{w})
	if err != nil {
		return nil, err
	}
	go w.wait(ctx, leave)
	return &w.Stream, nil
}

func errClosed() error {
	return fault.Retry(fault.Unavailable, time.Second, "The server is going away.")
}
