package notification

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// MaxMissed is how many notifications that were missed a subscriber can be sent, and a call of [Center.Missed] returns.
	MaxMissed = 1000
	// maxPending is how many new notifications wait while a subscriber is sent what it missed.
	maxPending = 1000
)

// Subscriber receives what is delivered to one user in one firm. Its methods are called one at a time. They must not block, and
// neither call what [Center.Subscribe] returned nor wait for a lock under which somebody calls that.
type Subscriber interface {
	// Receive takes a notification. They come in the order of their numbers, each once. All subscribers get the same pointer, and
	// change nothing.
	Receive(n *Notification)
	// Count takes the number of unread notifications: at first, and within a second of each change. It is called once for
	// several changes in a row.
	Count(unread int)
	// Lost says that what follows can't be delivered. It is the last call: the subscriber subscribes again, with the id of the
	// last notification that it received.
	Lost()
}

// subscription is a subscriber in a feed, which guards it.
type subscription struct {
	feed      *feed
	recipient *recipient
	to        Subscriber
	// live is true once the subscriber has what it missed; until then pending has the new ones. ended is true when it can't be
	// sent anything more, and left when it has left.
	live, ended, left bool
	at                int // among those of the feed
	pending           []*Notification
}

// Subscribe delivers the notifications of the active firm to everyone or to the viewer, and the viewer's unread count, until the
// caller calls leave. When leave has returned, no method of the subscriber is called any more; calling it again has no effect.
//
// With since, the id of a notification of the firm, the subscriber is first sent what came after it and is still there, the oldest
// first; for an id that is unknown, or not kept any more, all that are kept. Without, it is first sent what came after the [Position] in
// the context, if there is one. Where there are more than [MaxMissed], it returns TooManyRequests: read them by [Center.Missed] first.
// Receive and Count are called before Subscribe returns already.
//
// It returns Forbidden for a viewer without a membership in the active firm. That is not checked again: the caller ends the
// subscription with the viewer's connection.
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

// add adds a subscriber. It returns the number of the last notification that was delivered before, and whether its unread count
// is known.
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

// catchUp sends a new subscriber what it missed up to a number, then what has come meanwhile, and the unread count.
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
	for _, n := range s.pending {
		s.to.Receive(n)
	}
	s.pending, s.live = nil, true
	if !s.recipient.tell(f.shared) {
		s.to.Count(s.recipient.told)
	}
	return nil
}

// sendMissed sends what came after a notification, if one is given, else after a number, up to a number.
func (s *subscription) sendMissed(ctx context.Context, b *inbox, since *uuid.UUID, from, last int64) (err error) {
	var missed []*Notification
	switch d := s.feed.center.db; {
	case since != nil:
		missed, err = b.after(ctx, d, *since, last, MaxMissed+1)
	case from < last:
		missed, err = b.list(ctx, d, query{above: from, below: last + 1, limit: MaxMissed + 1})
	}
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

// learnOf takes the unread count of an inbox.
func (f *feed) learnOf(b *inbox) {
	m := newUnreadMessage(b)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.learn(&m)
}

// receive delivers a new notification. It is called under the lock of the feed.
func (s *subscription) receive(n *Notification) {
	switch {
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

// leave is what Subscribe returns.
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

// remove takes a subscription out, and its recipient with the last one.
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
