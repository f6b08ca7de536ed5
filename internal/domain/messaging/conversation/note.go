package conversation

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	maxNote      = 4096
	maxReference = 100
)

// NoteInput is an internal note to add. The same note with the same reference is added once.
type NoteInput struct {
	ID        uuid.UUID
	Body      string
	Reference *string
}

// Validate trims the texts and returns every fault.
func (in *NoteInput) Validate() fault.Details {
	faults := checkBody(&in.Body, maxNote)
	if in.Reference != nil && plaintext.Check(&faults, "reference", in.Reference, maxReference) && *in.Reference == "" {
		in.Reference = nil
	}
	return faults
}

// AddNote adds an internal note to a conversation of the viewer's firm, or returns NotFound. The
// viewer is a user, and only the firm sees the note. A note that was added before by the same
// reference is returned as it is, and another one with that reference is a Conflict.
func (m *Manager) AddNote(ctx context.Context, in NoteInput) (_ *Entry, err error) {
	defer fault.Wrap(&err, "conversation.AddNote")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	writer := viewer.From(ctx)
	note := &Entry{
		ID: entity.NewID(), Direction: Internal, Body: &in.Body, Reference: in.Reference, OccurredAt: entity.Now(), By: &writer.Email,
	}
	isNew := false
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		n, err := m.db.InFirm(ctx).Exec(`
INSERT INTO conversation_notes (id, firm_id, conversation_id, at, body, user_id, author, reference) VALUES ($2, $1, $3, $4, $5, $6, $7, $8)
ON CONFLICT (firm_id, reference) DO NOTHING`, note.ID, in.ID, note.OccurredAt, in.Body, writer.UserID, writer.Email, in.Reference)
		if isNew = n > 0; err != nil || !isNew {
			return err
		}
		if _, err := m.change(ctx, in.ID, "active_at = $4", note.OccurredAt); err != nil {
			return err
		}
		m.Publish(ctx, writer.FirmID, []Change{{ID: in.ID, Entry: &EntryRef{note.ID, note.OccurredAt}}})
		return nil
	})
	if err != nil || isNew {
		return note, err
	}
	return m.repeatedNote(ctx, in)
}

// repeatedNote returns the note that was added before by the reference of in, or Conflict if that
// is another one.
func (m *Manager) repeatedNote(ctx context.Context, in NoteInput) (*Entry, error) {
	note := &Entry{Direction: Internal, Reference: in.Reference}
	found, err := m.db.InFirm(ctx).Row([]any{&note.ID, &note.Body, &note.OccurredAt, &note.By}, `
SELECT n.id, n.body, n.at, n.author FROM conversation_notes n
WHERE n.firm_id = $1 AND n.reference = $2 AND n.conversation_id = $3 AND n.body = $4`, *in.Reference, in.ID, in.Body)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fault.New(fault.Conflict, "The firm has another note with this reference.")
	}
	note.OccurredAt = note.OccurredAt.UTC()
	return note, nil
}
