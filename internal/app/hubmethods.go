package app

import (
	"context"
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/hub"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// markRead is the method MarkRead(id): it marks a notification as read, and returns it.
func (h *notificationHub) markRead(ctx context.Context, _ *hub.Client, arguments protocol.Arguments) (any, error) {
	id, err := notificationID(arguments)
	if err != nil {
		return nil, err
	}
	read, err := h.center.MarkRead(ctx, id)
	if err != nil {
		return nil, err
	}
	return newReceived(read), nil
}

// markAllRead is the method MarkAllRead(): it marks all notifications as read, and returns how many
// were unread.
func (h *notificationHub) markAllRead(ctx context.Context, _ *hub.Client, _ protocol.Arguments) (any, error) {
	return h.center.MarkAllRead(ctx)
}

// resume is the method Resume(sinceId). It sends at most 1,000 notifications after a notification,
// and returns whether there are more. New notifications are not sent until it has returned that
// there are no more. If it fails because of a server error, the client is told to connect again:
// otherwise it would wait for the notifications that are held back.
func (h *notificationHub) resume(ctx context.Context, c *hub.Client, arguments protocol.Arguments) (any, error) {
	since, err := notificationID(arguments)
	if err != nil {
		return nil, err
	}
	to, ok := c.Data.(*hubSubscriber)
	if !ok {
		return nil, fault.New(fault.Unavailable, "The connection has ended.")
	}
	more, err := to.resume(ctx, since)
	if err != nil {
		to.Lost()
	}
	return more, err
}

// notificationID returns the first argument of a method.
func notificationID(arguments protocol.Arguments) (uuid.UUID, error) {
	var text string
	if err := arguments.Decode(0, &text); err != nil {
		return uuid.Nil, err
	}
	id, err := uuid.Parse(text)
	if err != nil {
		return uuid.Nil, fault.New(fault.ValidationError, "Argument 1 must be the id of a notification.")
	}
	return id, nil
}

// received is a notification as ReceiveNotification sends it. The REST API has the same form.
type received struct {
	ID        uuid.UUID           `json:"id"`
	FirmID    uuid.UUID           `json:"firmId"`
	UserID    *uuid.UUID          `json:"userId"`
	Module    string              `json:"module"`
	ModuleID  *uuid.UUID          `json:"moduleId"`
	Title     string              `json:"title"`
	Message   string              `json:"message"`
	Metadata  json.RawMessage     `json:"metadata"`
	Status    notification.Status `json:"status"`
	CreatedAt string              `json:"createdAt"`
}

func newReceived(n *notification.Notification) received {
	return received{
		ID: n.ID, FirmID: n.FirmID, UserID: n.UserID, Module: string(n.Module), ModuleID: n.ModuleID, Title: n.Title,
		Message: n.Message, Metadata: n.Metadata, Status: n.Status(), CreatedAt: n.CreatedAt.UTC().Format(time.RFC3339Nano),
	}
}

// receiveNotification returns the message with a notification.
func receiveNotification(n *notification.Notification) *hub.Message {
	return hub.NewMessage("ReceiveNotification", newReceived(n))
}
