package conversation

import (
	"context"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// TypingInput says whether the viewer is writing an answer in a conversation.
type TypingInput struct {
	ID       uuid.UUID
	IsTyping bool
}

// Typing is who of the firm is writing in a conversation.
type Typing struct {
	ConversationID uuid.UUID
	User           *Person
	IsTyping       bool
}

// typed is a Typing in the form sent between instances.
type typed struct {
	ConversationID uuid.UUID `json:"conversation"`
	By             uuid.UUID `json:"by"`
	// Name is empty for an API client, of which an instance of firmhub 0.2.0 may tell: it is
	// ignored.
	Name     string `json:"name"`
	IsTyping bool   `json:"typing"`
}

// maxPersonName is the longest name of a user: a first name, a space and a last name.
const maxPersonName = 512

func (t *typed) isValid() bool {
	return t.ConversationID != uuid.Nil && t.By != uuid.Nil && t.Name != "" && len(t.Name) <= maxPersonName && utf8.ValidString(t.Name)
}

func (t *typed) shown() *Typing {
	return &Typing{ConversationID: t.ConversationID, User: &Person{ID: t.By, Name: t.Name}, IsTyping: t.IsTyping}
}

// SetTyping tells those who watch a conversation of the viewer's firm whether the viewer, a user,
// is writing in it, or returns NotFound. Nothing is stored.
func (m *Manager) SetTyping(ctx context.Context, in TypingInput) (err error) {
	defer fault.Wrap(&err, "conversation.SetTyping")
	if err := m.require(ctx, in.ID); err != nil {
		return err
	}
	v := viewer.From(ctx)
	t := &typed{ConversationID: in.ID, By: v.UserID, Name: v.Email, IsTyping: in.IsTyping}
	person, err := m.db.Client.User.Query().Where(user.ID(v.UserID)).Select(user.FieldFirstName, user.FieldLastName).Only(ctx)
	if err != nil && !ent.IsNotFound(err) {
		return err
	}
	if err == nil {
		t.Name = person.FirstName + " " + person.LastName
	}
	m.signal(ctx, v.FirmID, signal{Typing: t})
	return nil
}

// require returns NotFound unless the viewer's firm has the conversation.
func (m *Manager) require(ctx context.Context, id uuid.UUID) error {
	var n int
	found, err := m.db.InFirm(ctx).Row([]any{&n}, "SELECT 1 FROM conversations WHERE firm_id = $1 AND id = $2", id)
	if err == nil && !found {
		err = fault.New(fault.NotFound, "There is no such conversation.")
	}
	return err
}
