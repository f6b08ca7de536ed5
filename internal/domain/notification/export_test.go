package notification

import "github.com/google/uuid"

// TellCounts is what the center does each half second.
func (c *Center) TellCounts() { c.tellCounts() }

// ReadMessage decodes a message as a feed does.
func ReadMessage(encoded []byte) error {
	_, err := readMessage(encoded)
	return err
}

// NewFeed returns functions that deliver a notification, to everyone or to one user, and that add a
// subscriber with a known count.
func NewFeed(c *Center, firm uuid.UUID, last int64) (deliver func(n *Notification, to *uuid.UUID), subscribe func(uuid.UUID, Subscriber) func()) {
	f := newFeed(c, firm)
	f.last = last
	deliver = func(n *Notification, to *uuid.UUID) {
		f.mu.Lock()
		defer f.mu.Unlock()
		n.UserID = to
		f.deliver(n, 1)
	}
	return deliver, func(user uuid.UUID, to Subscriber) func() {
		s, _, _ := f.add(reader{firm: firm, membership: user, user: user}, to)
		s.recipient.known, s.live = true, true
		return s.leave
	}
}

// NewReceived returns the subscriber of [Center.Watch] with a buffer, and what it sends to its
// client.
func NewReceived(buffer int) (Subscriber, <-chan *Notification) {
	r := newReceived(buffer)
	return r, r.C
}
