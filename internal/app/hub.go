package app

import (
	"context"
	"net/url"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/realtime/hub"
	"github.com/firmhub/firmhub/rest"
)

// notificationHub is the hub of notifications. It connects the center, which delivers them, with
// the clients of a hub.
type notificationHub struct {
	*hub.Hub

	center *notification.Center
	// messages caches the messages with the last notifications, so that each is encoded once for
	// all clients.
	messages *lru.Cache[*notification.Notification, *hub.Message]
}

// cachedMessages is more than the number of notifications that are delivered at the same time.
const cachedMessages = 256

func (a *App) newHub(bodies *httpd.Bodies, limiter *httpd.Limiter) *notificationHub {
	messages, err := lru.New[*notification.Notification, *hub.Message](cachedMessages)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	h := &notificationHub{center: a.Notifications, messages: messages}
	h.Hub = hub.New(hub.Options{
		Connections: a.connections,
		Credentials: a.Sessions,
		Limiter:     limiter,
		Signer:      a.Tokens.Signer("hub connection"),
		Bodies:      bodies,
		Refuse:      rest.Refuse,
		Subscriber:  h,
		Methods:     map[string]hub.Method{"MarkRead": h.markRead, "MarkAllRead": h.markAllRead, "Resume": h.resume},
	})
	return h
}

// Join implements [hub.Subscriber]: it subscribes a client. One that connects with ?since=<id> is
// held back until it was sent what it has missed.
func (h *notificationHub) Join(ctx context.Context, c *hub.Client, query url.Values) (leave func(), err error) {
	to := &hubSubscriber{hub: h, client: c}
	c.Data = to
	if query.Has("since") {
		since, err := uuid.Parse(query.Get("since"))
		if err != nil {
			return nil, fault.Details{{Field: "since", Message: "must be the id of a notification"}}.Err()
		}
		to.since = &since
		to.fallBehind()
	}
	return h.center.Subscribe(ctx, nil, to)
}

// Joined implements [hub.Subscriber]: it sends a client what it has missed, as fast as it reads.
func (h *notificationHub) Joined(ctx context.Context, c *hub.Client) error {
	to, ok := c.Data.(*hubSubscriber)
	if !ok || to.since == nil {
		return nil
	}
	_, err := to.resume(ctx, *to.since)
	return err
}

// message returns the message with a notification that is sent to many clients.
func (h *notificationHub) message(n *notification.Notification) *hub.Message {
	if message, ok := h.messages.Get(n); ok {
		return message
	}
	message := receiveNotification(n)
	if other, ok, _ := h.messages.PeekOrAdd(n, message); ok {
		return other
	}
	return message
}
