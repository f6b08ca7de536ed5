package conversation

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// Direction is from whom an entry is.
type Direction string

// The directions.
const (
	Inbound  Direction = "Inbound"
	Outbound Direction = "Outbound"
	Internal Direction = "Note" // an internal note
)

// Entry is a message or a note of a conversation.
type Entry struct {
	ID        uuid.UUID
	Direction Direction
	Body      *string
	Reference *string // of whoever sent it
	// The fields below are nil for a note.
	Subject, TemplateName *string
	Media                 *media.Media
	Status                *message.Status
	DeliveredAt, ReadAt   *time.Time
	ErrorCode, ErrorText  *string
	OccurredAt            time.Time
	// By is who wrote a note; it is nil for a message.
	By *string

	// updatedAt is when a message has changed last. Notes don't change.
	updatedAt time.Time
}

// changedAt is when the entry has changed last, as a look finds it.
func (e *Entry) changedAt() time.Time {
	if e.Direction == Internal {
		return e.OccurredAt
	}
	return e.updatedAt
}

// EntriesInput selects a part of a conversation.
type EntriesInput struct {
	ID uuid.UUID
	// Limit is how many are returned at most, 20 by default, and After the next of the page before.
	Limit *int
	After *page.Cursor
}

// Validate returns every fault.
func (in *EntriesInput) Validate() fault.Details { return checkPart(in.Limit, in.After) }

// Entries is a part of a conversation. Next is where the next part begins, or nil at the end.
type Entries struct {
	Items []*Entry
	Next  *page.Cursor
}

// Messages returns the messages and notes of a conversation of the viewer's firm, the newest first,
// or NotFound.
func (m *Manager) Messages(ctx context.Context, in EntriesInput) (_ *Entries, err error) {
	defer fault.Wrap(&err, "conversation.Messages")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	limit := limited(in.Limit)
	if _, err := m.Get(ctx, in.ID); err != nil {
		return nil, err
	}
	messages, notes := &selection{}, &selection{}
	messages.and("m.conversation_id = $%[1]d", in.ID)
	messages.before("m.occurred_at", in.After)
	notes.and("n.conversation_id = $%[1]d", in.ID)
	notes.before("n.at", in.After)
	all, err := m.entries(ctx, messages, notes, limit+1)
	if err != nil {
		return nil, err
	}
	list := &Entries{Items: all}
	if len(all) > limit {
		list.Items = all[:limit]
		last := list.Items[limit-1]
		list.Next = &page.Cursor{ID: last.ID, Value: last.OccurredAt}
	}
	return list, nil
}

// entries returns the selected messages and notes of the firm of ctx, the newest first: at most
// limit of each.
func (m *Manager) entries(ctx context.Context, messages, notes *selection, limit int) ([]*Entry, error) {
	all, err := m.messages(ctx, messages, limit)
	if err != nil {
		return nil, err
	}
	others, err := m.notes(ctx, notes, limit)
	if err != nil {
		return nil, err
	}
	all = append(all, others...)
	slices.SortFunc(all, func(a, b *Entry) int {
		if order := b.OccurredAt.Compare(a.OccurredAt); order != 0 {
			return order
		}
		return slices.Compare(b.ID[:], a.ID[:])
	})
	return all, nil
}

func (m *Manager) messages(ctx context.Context, s *selection, limit int) (all []*Entry, err error) {
	s.limit(" ORDER BY m.occurred_at DESC, m.id DESC", limit)
	rows, err := m.db.InFirm(ctx).Query(`
SELECT m.id, m.direction, m.body, m.subject, m.template_name, m.status, m.delivered_at, m.read_at, m.error_code, m.error_text,
	m.reference, m.occurred_at, m.updated_at, m.media_id
FROM messages m WHERE m.firm_id = $1`+s.where, s.args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	files := map[*Entry]uuid.UUID{}
	for rows.Next() {
		var e Entry
		var direction, status string
		var file *uuid.UUID
		err := rows.Scan(&e.ID, &direction, &e.Body, &e.Subject, &e.TemplateName, &status, &e.DeliveredAt, &e.ReadAt, &e.ErrorCode, &e.ErrorText,
			&e.Reference, &e.OccurredAt, &e.updatedAt, &file)
		if err != nil {
			return nil, fmt.Errorf("read a message of a conversation: %w", err)
		}
		e.Direction, e.Status, e.OccurredAt = Direction(direction), new(message.Status(status)), e.OccurredAt.UTC()
		if file != nil {
			files[&e] = *file
		}
		all = append(all, &e)
	}
	if err := rows.Err(); err != nil || len(files) == 0 {
		return all, err
	}
	_ = rows.Close() // before the next statement
	found, err := media.Of(ctx, m.db, slices.Collect(maps.Values(files)))
	for e, id := range files {
		e.Media = found[id].With(e.Body)
	}
	return all, err
}

func (m *Manager) notes(ctx context.Context, s *selection, limit int) (all []*Entry, err error) {
	s.limit(" ORDER BY n.at DESC, n.id DESC", limit)
	rows, err := m.db.InFirm(ctx).Query(`
SELECT n.id, n.body, n.reference, n.at, n.author FROM conversation_notes n WHERE n.firm_id = $1`+s.where, s.args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		e := Entry{Direction: Internal}
		if err := rows.Scan(&e.ID, &e.Body, &e.Reference, &e.OccurredAt, &e.By); err != nil {
			return nil, fmt.Errorf("read a note: %w", err)
		}
		e.OccurredAt = e.OccurredAt.UTC()
		all = append(all, &e)
	}
	return all, rows.Err()
}
