package conversation

import (
	"context"
	"slices"
	"sync"

	"github.com/google/uuid"

	notificationrow "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// maxTold is how many people are told of a message. Where more could answer, nobody is.
const maxTold = 100

// News is a message that has arrived in a conversation.
type News struct {
	Thread *Thread
	Body   string
}

// Notify tells people of a firm of the first message that has arrived in each conversation: who it
// is assigned to, else everybody who may read conversations. These are told, too, if who it is
// assigned to may not read it any more. Notify tells nobody while earlier messages of the
// conversation are unread. After an error the first ones may have been told. Only the server calls
// it, outside of transactions.
func (m *Manager) Notify(ctx context.Context, firm uuid.UUID, all []News) (err error) {
	defer fault.Wrap(&err, "conversation.Notify")
	everybody := sync.OnceValues(func() ([]uuid.UUID, error) { return m.told(ctx, firm) })
	var inputs []notification.Input
	told := map[uuid.UUID]bool{}
	for _, news := range all {
		t := news.Thread
		if t.WasUnread || told[t.ID] {
			continue
		}
		told[t.ID] = true
		var readers []uuid.UUID
		if t.AssignedTo != nil {
			if readers, err = m.told(ctx, firm, *t.AssignedTo); err != nil {
				return err
			}
		}
		if len(readers) == 0 {
			if readers, err = everybody(); err != nil {
				return err
			}
		}
		for _, user := range readers {
			inputs = append(inputs, notification.Input{
				Title: plaintext.Fit("Message from "+t.Address.Value, notification.MaxTitle), Message: shown(news.Body), UserID: &user,
				Module: notificationrow.ModuleMessaging, ModuleID: &t.ID, Metadata: notification.About(notification.Conversation),
			})
		}
	}
	for some := range slices.Chunk(inputs, toldAtOnce) {
		if err := m.tell(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// toldAtOnce is how many notifications one transaction creates. It keeps each transaction short:
// other notifications of the firm wait for it, and on SQLite all other writers.
const toldAtOnce = 100

func (m *Manager) tell(ctx context.Context, inputs []notification.Input) error {
	return m.db.Tx(ctx, func(ctx context.Context) error {
		for _, in := range inputs {
			if _, err := m.notifications.Create(ctx, in); err != nil {
				return err
			}
		}
		return nil
	})
}

// told returns whom to tell: the users who are named, as far as they may read conversations, else
// everybody who may. Where these are too many it is nobody.
func (m *Manager) told(ctx context.Context, firm uuid.UUID, named ...uuid.UUID) ([]uuid.UUID, error) {
	readers, err := m.readers(ctx, firm, maxTold+1, named...)
	if len(readers) > maxTold {
		return nil, err
	}
	return readers, err
}

// shown returns the text of a message as a notification shows it.
func shown(body string) string {
	if body = plaintext.FitLines(body, maxShown); plaintext.IsBlank(body) {
		return "The message has no text."
	}
	return body
}

// maxShown is how many characters of a message a notification has.
const maxShown = 400
