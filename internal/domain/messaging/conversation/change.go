package conversation

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Ref names a conversation.
type Ref struct{ ID uuid.UUID }

// MarkRead notes that the messages of a conversation of the viewer's firm are read, or returns
// NotFound.
func (m *Manager) MarkRead(ctx context.Context, id uuid.UUID) (_ *Conversation, err error) {
	defer fault.Wrap(&err, "conversation.MarkRead")
	return m.change(ctx, id, "unread = 0")
}

// AssignInput says who answers a conversation. A nil user is nobody.
type AssignInput struct {
	ID     uuid.UUID
	UserID *uuid.UUID
}

// Assign assigns a conversation of the viewer's firm to a user, or returns NotFound. It returns
// ValidationError for a user who may not read conversations of the firm.
func (m *Manager) Assign(ctx context.Context, in AssignInput) (_ *Conversation, err error) {
	defer fault.Wrap(&err, "conversation.Assign")
	if in.UserID != nil {
		readers, err := m.readers(ctx, viewer.From(ctx).FirmID, 1, *in.UserID)
		if err != nil {
			return nil, err
		}
		if len(readers) == 0 {
			return nil, fault.Details{{Field: "userId", Message: "must be an active user of your firm with MessagingChat:View"}}.Err()
		}
	}
	return m.change(ctx, in.ID, "assigned_to = $4", in.UserID)
}

// StatusInput says whether a conversation is worked on.
type StatusInput struct {
	ID     uuid.UUID
	Status Status
}

// SetStatus opens or closes a conversation of the viewer's firm, or returns NotFound. A message
// that arrives opens it again.
func (m *Manager) SetStatus(ctx context.Context, in StatusInput) (_ *Conversation, err error) {
	defer fault.Wrap(&err, "conversation.SetStatus")
	if in.Status != Open && in.Status != Closed {
		return nil, fault.Details{{Field: "status", Message: "must be Open or Closed"}}.Err()
	}
	return m.change(ctx, in.ID, "status = $4", string(in.Status))
}

// change changes a column of a conversation, and publishes that. $4 is the argument.
func (m *Manager) change(ctx context.Context, id uuid.UUID, set string, args ...any) (*Conversation, error) {
	err := m.db.Tx(ctx, func(ctx context.Context) error {
		n, err := m.db.InFirm(ctx).Exec("UPDATE conversations SET updated_at = $3, "+set+" WHERE firm_id = $1 AND id = $2",
			append([]any{id, entity.Now()}, args...)...)
		if err == nil && n == 0 {
			err = fault.New(fault.NotFound, "There is no such conversation.")
		}
		if err != nil {
			return err
		}
		return Raise(ctx, m.db, []Change{{ID: id}})
	})
	if err != nil {
		return nil, err
	}
	m.Publish(ctx, viewer.From(ctx).FirmID, []Change{{ID: id}})
	return m.Get(ctx, id)
}

const maxNote = 4096

// NoteInput is an internal note to add.
type NoteInput struct {
	ID   uuid.UUID
	Body string
}

// AddNote adds an internal note to a conversation of the viewer's firm, or returns NotFound. Only
// the firm sees it.
func (m *Manager) AddNote(ctx context.Context, in NoteInput) (added *Entry, err error) {
	defer fault.Wrap(&err, "conversation.AddNote")
	if err := checkBody(&in.Body, maxNote).Err(); err != nil {
		return nil, err
	}
	by, user, err := author(ctx, m.db)
	if err != nil {
		return nil, err
	}
	added = &Entry{ID: entity.NewID(), Direction: Internal, Body: &in.Body, OccurredAt: entity.Now(), By: &by}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		if _, err := m.change(ctx, in.ID, "active_at = $4", added.OccurredAt); err != nil {
			return err
		}
		_, err := m.db.InFirm(ctx).Exec(
			"INSERT INTO conversation_notes (id, firm_id, conversation_id, at, body, user_id, author) VALUES ($2, $1, $3, $4, $5, $6, $7)",
			added.ID, in.ID, added.OccurredAt, in.Body, user, by)
		m.Publish(ctx, viewer.From(ctx).FirmID, []Change{{ID: in.ID, Entry: &EntryRef{added.ID, added.OccurredAt}}})
		return err
	})
	if err != nil {
		return nil, err
	}
	return added, nil
}

// author returns who writes: the e-mail address and the id of a user, or the name of an API client.
func author(ctx context.Context, d *db.DB) (by string, user *uuid.UUID, err error) {
	v := viewer.From(ctx)
	if v.Kind == viewer.APIClient {
		by, err = audit.APIClientName(ctx, d, v)
		return by, nil, err
	}
	return v.Email, &v.UserID, nil
}

// checkBody trims a text of several lines and returns its faults.
func checkBody(body *string, limit int) (faults fault.Details) {
	plaintext.CheckLines(&faults, "body", body, limit)
	return faults
}
