package app

import (
	"context"
	"net/url"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/internal/metrics"
	"github.com/firmhub/firmhub/internal/notification"
	"github.com/firmhub/firmhub/realtime/hub"
	"github.com/firmhub/firmhub/rest"
)

// notificationHub is the hub of notifications: it joins the center, which delivers them, to the clients of a hub.
type notificationHub struct {
	*hub.Hub

	center *notification.Center
	// messages are those of the last notifications, so that one is encoded once for all clients.
	messages *lru.Cache[*notification.Notification, *hub.Message]
}

const (
	// cachedMessages are more notifications than are delivered at the same time.
	cachedMessages = 256
	// missedPage is how many missed notifications are read at a time.
	missedPage = 100
)

func (a *App) newHub(bodies *httpd.Bodies, limiter *httpd.Limiter) *notificationHub {
	messages, err := lru.New[*notification.Notification, *hub.Message](cachedMessages)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	h := &notificationHub{center: a.Notifications, messages: messages}
	signer := a.Tokens.Signer("hub connection")
	h.Hub = hub.New(hub.Options{
		Connections:  a.connections,
		Authenticate: a.Sessions.Authenticate,
		Admit:        limiter.Admit,
		Sign:         signer.Sign,
		Verify:       signer.Verify,
		Receive:      bodies.Receive,
		Refuse:       rest.Refuse,
		CheckOrigin:  httpd.Origins(a.config.CORSOrigins).AllowSocket,
		Join:         h.join,
		Methods:      map[string]hub.Method{"MarkRead": h.markRead, "MarkAllRead": h.markAllRead, "Resume": h.resume},
	})
	return h
}

// join sends what a client that connects with ?since=<id> has missed, at most 1,000, and then subscribes it.
func (h *notificationHub) join(ctx context.Context, c *hub.Client, query url.Values) (leave func(), err error) {
	to := &hubSubscriber{hub: h, client: c}
	if !query.Has("since") {
		return h.center.Subscribe(ctx, nil, to)
	}
	since, err := uuid.Parse(query.Get("since"))
	if err != nil {
		return nil, fault.Details{{Field: "since", Message: "must be the id of a notification"}}.Err()
	}
	last, more, err := h.sendMissed(ctx, c, since)
	if err != nil {
		return nil, err
	}
	if more { // The client can ask for the others by Resume.
		return h.center.Subscribe(ctx, nil, to)
	}
	return h.center.Subscribe(ctx, &last, to) // What has come meanwhile is few.
}

// sendMissed sends a client what came after a notification, at most 1,000 and as fast as the client reads. It returns the last one,
// and whether there are others after it.
func (h *notificationHub) sendMissed(ctx context.Context, c *hub.Client, since uuid.UUID) (last uuid.UUID, more bool, err error) {
	last, more = since, true
	for sent := 0; more && sent < notification.MaxMissed; {
		var missed []*notification.Notification
		if missed, more, err = h.center.Missed(ctx, last, missedPage); err != nil {
			return last, false, err
		}
		for _, n := range missed {
			if err := c.SendSlowly(ctx, receiveNotification(n)); err != nil {
				return last, false, err
			}
			last = n.ID
		}
		sent += len(missed)
	}
	return last, more, nil
}

// hubSubscriber sends a client what the center delivers to it.
type hubSubscriber struct {
	hub    *notificationHub
	client *hub.Client
}

// Receive implements notification.Subscriber.
func (s *hubSubscriber) Receive(n *notification.Notification) {
	message, ok := s.hub.messages.Get(n)
	if !ok {
		message = receiveNotification(n)
		if other, ok, _ := s.hub.messages.PeekOrAdd(n, message); ok {
			message = other
		}
	}
	s.client.Send(message)
}

// Count implements notification.Subscriber.
func (s *hubSubscriber) Count(unread int) { s.client.Send(hub.NewMessage("UnreadCount", unread)) }

// Lost implements notification.Subscriber. The client connects again.
func (s *hubSubscriber) Lost() { s.client.Close("Notifications can't be delivered right now.", true) }

// hubStats returns what the hub counts, for the metrics, which are made before it.
func (a *App) hubStats() metrics.HubStats { return metrics.HubStats(a.hub.Stats()) }
