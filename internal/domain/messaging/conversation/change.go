package conversation

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Ref names a conversation.
type Ref struct{ ID uuid.UUID }

// MarkRead notes that the messages of a conversation of the viewer's firm are read, or returns
// NotFound. A conversation without a contact gets the one with its address, if there is one by now.
func (m *Manager) MarkRead(ctx context.Context, id uuid.UUID) (_ *Conversation, err error) {
	defer fault.Wrap(&err, "conversation.MarkRead")
	found, err := m.findContact(ctx, id)
	if err != nil {
		return nil, err
	}
	return m.change(ctx, id, "unread = 0, contact_id = coalesce($4, contact_id)", found)
}

// findContact returns the oldest contact with the address of a conversation that has no contact, or
// nil.
func (m *Manager) findContact(ctx context.Context, id uuid.UUID) (*uuid.UUID, error) {
	var kind, key string
	lacks, err := m.db.InFirm(ctx).Row([]any{&kind, &key}, `
SELECT c.address_kind, c.address_key FROM conversations c
`+joinContact(m.db)+"WHERE c.firm_id = $1 AND c.id = $2 AND k.id IS NULL", id)
	if err != nil || !lacks {
		return nil, err
	}
	var keys contact.Keys
	switch provider.AddressKind(kind) {
	case provider.Phone:
		keys.Phones = []string{key}
	case provider.EmailAddress:
		keys.Emails = []string{key}
	case provider.WhatsAppUser: // A contact with this identity has been found by the message.
	}
	matches, err := contact.Oldest(ctx, m.db, uuid.Nil, keys, nil)
	if err != nil || len(matches) == 0 {
		return nil, err
	}
	return &matches[0].ID, nil
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

// Assignees returns the active users of the viewer's firm to whom a conversation can be assigned,
// by name: those of the first 1,000 users who may read conversations.
func (m *Manager) Assignees(ctx context.Context) (_ []*user.Name, err error) {
	defer fault.Wrap(&err, "conversation.Assignees")
	names, err := user.Lookup(ctx, m.db)
	if err != nil || len(names) == 0 {
		return nil, err
	}
	ids := make([]uuid.UUID, len(names))
	for i, name := range names {
		ids[i] = name.ID
	}
	readers, err := m.readers(ctx, viewer.From(ctx).FirmID, len(ids), ids...)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(names, func(name *user.Name) bool { return !slices.Contains(readers, name.ID) }), nil
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

// checkBody trims a text of several lines and returns its faults.
func checkBody(body *string, limit int) (faults fault.Details) {
	plaintext.CheckLines(&faults, "body", body, limit)
	return faults
}
