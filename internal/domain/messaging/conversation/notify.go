package conversation

import (
	"context"
	"strings"

	"github.com/google/uuid"

	notificationrow "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// maxTold is how many people are told of a message. Where more could answer, nobody is.
const maxTold = 100

// Notify tells people of a firm that a message has arrived in a conversation: who it is assigned
// to, else everybody who may read conversations. It tells nobody while earlier messages of the
// conversation are unread. Only the server calls it, last in the transaction.
func (m *Manager) Notify(ctx context.Context, firm uuid.UUID, t *Thread, body string) (err error) {
	defer fault.Wrap(&err, "conversation.Notify")
	if t.WasUnread {
		return nil
	}
	var named []uuid.UUID
	if t.AssignedTo != nil {
		named = append(named, *t.AssignedTo)
	}
	readers, err := m.readers(ctx, firm, maxTold+1, named...)
	if err != nil || len(readers) > maxTold {
		return err
	}
	if body = provider.Clean(body, maxShown); body == "" {
		body = "The message has no text."
	}
	for _, user := range readers {
		in := notification.Input{
			Title: provider.Clean("Message from "+t.Address.Value, maxTitle), Message: oneText(body), Module: notificationrow.ModuleMessaging,
			ModuleID: &t.ID, UserID: &user, Metadata: notification.About(notification.Conversation),
		}
		if _, err := m.notifications.Create(ctx, in); err != nil {
			return err
		}
	}
	return nil
}

// oneText returns a text without control characters, which a message of anybody may have.
func oneText(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && plaintext.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

const (
	maxTitle = 150
	maxShown = 400
)
