package notification

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// MaxMissed is the maximum number of missed notifications that a subscriber is sent, or that a
	// call of [Center.Missed] returns.
	MaxMissed = 1000
	// maxPending is how many new notifications wait while a subscriber is sent what it missed.
	maxPending = 1000
)

// Subscriber receives the notifications to one user in one firm. Its methods are called one at a
// time. They must not block. They must neither call the function that [Center.Subscribe] returned
// nor wait for a lock under which somebody calls it.
type Subscriber interface {
	// Receive is called with each notification, once and in the order of the numbers. All
	// subscribers receive the same pointer, and must not change anything.
	Receive(n *Notification)
	// Count is called with the number of unread notifications: at first, and within a second of
	// each change. Several changes in a row are one call.
	Count(unread int)
	// Lost is called when further notifications can't be delivered. It is the last call. The
	// subscriber should subscribe again, with the id of the last notification that it received.
	Lost()
}

// subscription is a subscriber in a feed, which guards it.
type subscription struct {
	feed      *feed
	recipient *recipient
	to        Subscriber
	// live is set once the subscriber has what it missed; until then pending contains the new
	// notifications. ended is set when nothing more can be sent to it, and left when it has left.
	live, ended, left bool
	at                int // among those of the feed
	pending           []*Notification
	// above is the number of the notification that the subscriber named as the last one it has. It
	// may have read it from the database before it arrived in the feed.
	above int64
}

// Subscribe delivers the notifications of the active firm to everyone or to the viewer, and the
// viewer's unread count, until the caller calls leave. When leave has returned, no method of the
// subscriber is called any more. Calling leave again has no effect.
//
// since is the id of a notification of the firm. If it is set, the subscriber is first sent the
// notifications after it that still exist, in ascending order. If the id is unknown, or not kept
// any more, it is sent all that are kept. If since is not set, the subscriber is first sent the
// notifications after the [Position] in the context, if there is one. If there are more than
// [MaxMissed], Subscribe returns TooManyRequests: read them by [Center.Missed] first. Receive and
// Count are already called before Subscribe returns.
//
// Subscribe returns Forbidden for a viewer without a membership in the active firm. It checks that
// only once, so the caller must end the subscription with the viewer's connection.
func (c *Center) Subscribe(ctx context.Context, since *uuid.UUID, to Subscriber) (leave func(), err error) {
	defer fault.Wrap(&err, "notification.Subscribe")
	by, err := readerOf(ctx)
	if err != nil {
		return nil, err
	}
	f, err := c.enter(ctx, by.firm)
	if err != nil {
		return nil, err
	}
	s, known, last := f.add(by, to)
	if err := s.catchUp(ctx, by, since, known, last); err != nil {
		s.leave()
		return nil, err
	}
	return s.leave, nil
}

// add adds a subscriber. It returns the number of the last notification that was delivered before,
// and whether the unread count is known.
func (f *feed) add(by reader, to Subscriber) (s *subscription, known bool, last int64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s = &subscription{feed: f, to: to, ended: f.closed, at: len(f.subscriptions)}
	if f.closed {
		return s, true, f.last
	}
	f.subscriptions = append(f.subscriptions, s)
	for r := f.recipients[by.user]; r != nil && s.recipient == nil; r = r.next {
		if r.membership == by.membership {
			s.recipient = r
		}
	}
	if s.recipient == nil {
		s.recipient = &recipient{user: by.user, membership: by.membership, next: f.recipients[by.user]}
		f.recipients[by.user] = s.recipient
	}
	s.recipient.subscriptions = append(s.recipient.subscriptions, s)
	return s, s.recipient.known, f.last
}

// catchUp sends a new subscriber what it missed up to a number, then what has arrived meanwhile,
// and the unread count.
func (s *subscription) catchUp(ctx context.Context, by reader, since *uuid.UUID, known bool, last int64) error {
	f, d := s.feed, s.feed.center.db
	from := beginning(ctx, by.firm, last)
	if !known || since != nil || from < last {
		b, err := open(ctx, d, by)
		if err != nil {
			return err
		}
		f.learnOf(b)
		if err := s.sendMissed(ctx, b, since, from, last); err != nil {
			return err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if s.ended {
		return fault.Retry(fault.Unavailable, time.Second, "What you missed can't be sent right now. Try again in a second.")
	}
	pending := s.pending
	s.pending, s.live = nil, true
	for _, n := range pending {
		s.receive(n)
	}
	if !s.recipient.tell(f.shared) {
		s.to.Count(s.recipient.told)
	}
	return nil
}

// sendMissed sends the notifications after since, or without since after a number, up to a number.
func (s *subscription) sendMissed(ctx context.Context, b *inbox, since *uuid.UUID, from, last int64) (err error) {
	d := s.feed.center.db
	if since != nil {
		if from, err = numberOf(ctx, d, *since); err != nil {
			return err
		}
		s.feed.mu.Lock()
		s.above = from
		s.feed.mu.Unlock()
	}
	if from >= last {
		return nil
	}
	missed, err := b.list(ctx, d, query{above: from, below: last + 1, limit: MaxMissed + 1})
	if err != nil {
		return err
	}
	if len(missed) > MaxMissed {
		return errBehind()
	}
	for _, n := range missed {
		s.to.Receive(n)
	}
	return nil
}

// learnOf records the unread count of an inbox.
func (f *feed) learnOf(b *inbox) {
	m := newUnreadMessage(b)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.learn(&m)
}

// receive delivers a new notification. It is called under the lock of the feed.
func (s *subscription) receive(n *Notification) {
	switch {
	case s.live && n.Number <= s.above: // a repeat
	case s.live:
		s.to.Receive(n)
	case len(s.pending) == maxPending:
		s.pending, s.ended = nil, true
	case !s.ended:
		s.pending = append(s.pending, n)
	}
}

// end ends a subscription whose feed has ended. It is called under the lock of the feed.
func (s *subscription) end() {
	s.ended = true
	if s.live {
		s.live = false
		s.to.Lost()
	}
}

// leave is the function that Subscribe returns.
func (s *subscription) leave() {
	f := s.feed
	f.mu.Lock()
	left := s.left
	if !left {
		s.left, s.live = true, false
		f.remove(s)
	}
	f.mu.Unlock()
	if !left {
		f.center.exit(f, false)
	}
}

// remove removes a subscription. With the last one it removes the recipient.
func (f *feed) remove(s *subscription) {
	if f.closed {
		return
	}
	end := len(f.subscriptions) - 1
	f.subscriptions[s.at] = f.subscriptions[end]
	f.subscriptions[s.at].at = s.at
	f.subscriptions[end] = nil
	f.subscriptions = f.subscriptions[:end]

	of := s.recipient
	of.subscriptions = slices.DeleteFunc(of.subscriptions, func(other *subscription) bool { return other == s })
	if len(of.subscriptions) > 0 {
		return
	}
	if first := f.recipients[of.user]; first == of && of.next == nil {
		delete(f.recipients, of.user)
	} else if first == of {
		f.recipients[of.user] = of.next
	} else {
		for first.next != of {
			first = first.next
		}
		first.next = of.next
	}
}
