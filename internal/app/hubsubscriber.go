package app

import (
	"context"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/realtime/hub"
)

const (
	// missedPage is how many missed notifications are read at a time.
	missedPage = 100
	// maxHeld is how many new notifications wait while those before them are sent. Further ones are
	// read from the database.
	maxHeld = 100
)

// hubSubscriber sends a client the notifications that the center delivers. A client that has missed
// something is behind: it is sent that first, and nothing new until it has all of it. So a client
// can always continue after the last notification that it has received.
type hubSubscriber struct {
	hub    *notificationHub
	client *hub.Client
	// since is the last notification that the client had when it connected. It is nil if the client
	// has not sent it.
	since *uuid.UUID

	mu sync.Mutex // guards the fields below; nothing waits while it is held
	// behind is set until the client has received what it missed.
	behind bool
	// held are the new notifications that wait for a client that is behind. Once dropped is set,
	// further ones are not kept.
	held    []*notification.Notification
	dropped bool
	// sent is the number of the last notification that the client was sent. While the client is
	// behind, resume changes it without the mutex.
	sent int64
}

// Receive implements notification.Subscriber.
func (s *hubSubscriber) Receive(n *notification.Notification) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.behind && s.dropped:
	case s.behind && len(s.held) == maxHeld:
		s.drop()
	case s.behind:
		s.held = append(s.held, n)
	case n.Number > s.sent: // Else it was read from the database before its message came.
		s.sent = n.Number
		s.client.Send(s.hub.message(n))
	}
}

// drop stops keeping new notifications, and drops those that were held. The caller holds the mutex.
func (s *hubSubscriber) drop() { s.held, s.dropped = nil, true }

// fallBehind holds new notifications back.
func (s *hubSubscriber) fallBehind() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behind = true
	s.drop()
}

// hold keeps new notifications from now on. Earlier ones are in the database.
func (s *hubSubscriber) hold() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behind, s.held, s.dropped = true, nil, false
}

// resume sends the notifications after a notification, as fast as the client reads, and reports
// whether there are more. It stops after 1,000. While there are more, the client stays behind. Only
// one goroutine at a time calls it.
func (s *hubSubscriber) resume(ctx context.Context, since uuid.UUID) (more bool, err error) {
	for count := 0; count < notification.MaxMissed; {
		s.hold()
		missed, more, err := s.hub.center.Missed(ctx, since, missedPage)
		if err != nil {
			return false, err
		}
		if since, err = s.sendSlowly(ctx, since, missed); err != nil {
			return false, err
		}
		count += len(missed)
		if !more {
			var live bool
			if since, live, err = s.sendHeld(ctx, since); live || err != nil {
				return false, err
			}
		}
	}
	s.fallBehind()
	return true, nil
}

// sendHeld sends the held notifications until there are none. Then the client is no longer behind.
// live is false when new ones were dropped: these are in the database.
func (s *hubSubscriber) sendHeld(ctx context.Context, since uuid.UUID) (last uuid.UUID, live bool, err error) {
	for {
		s.mu.Lock()
		held, dropped := s.held, s.dropped
		s.held = nil
		s.behind = dropped || len(held) > 0
		live = !s.behind
		s.mu.Unlock()
		if live || dropped {
			return since, live, nil
		}
		held = slices.DeleteFunc(held, func(n *notification.Notification) bool { return n.Number <= s.sent })
		if since, err = s.sendSlowly(ctx, since, held); err != nil {
			return since, false, err
		}
	}
}

// sendSlowly sends notifications to a client that is behind. It returns the ID of the last
// notification sent, or since if there was none.
func (s *hubSubscriber) sendSlowly(ctx context.Context, since uuid.UUID, all []*notification.Notification) (uuid.UUID, error) {
	for _, n := range all {
		if err := s.client.SendSlowly(ctx, receiveNotification(n)); err != nil {
			return since, err
		}
		since, s.sent = n.ID, n.Number
	}
	return since, nil
}

// Count implements notification.Subscriber.
func (s *hubSubscriber) Count(unread int) { s.client.Send(hub.NewMessage("UnreadCount", unread)) }

// Lost implements notification.Subscriber. The client connects again.
func (s *hubSubscriber) Lost() { s.client.Close("Notifications can't be delivered right now.", true) }
