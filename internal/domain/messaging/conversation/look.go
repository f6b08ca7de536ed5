package conversation

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
)

// look adds to todo what has changed since the last look, except what was read since then as it is
// now: another instance may have changed it, whose signals did not come.
func (f *feed) look(ctx context.Context, todo *pending, lists bool, threads []uuid.UUID) error {
	since := f.lookedAt.Add(-f.manager.overlap)
	if lists {
		if err := f.lookAtConversations(ctx, todo, since); err != nil {
			return err
		}
	}
	for some := range slices.Chunk(threads, db.MaxIDs) {
		if err := f.lookAtEntries(ctx, todo, some, since); err != nil {
			return err
		}
	}
	return nil
}

// lookAtConversations looks for the conversations that have changed, and for those whose contact
// has, or was deleted. A conversation in which only the status of a message has changed is none of
// them.
func (f *feed) lookAtConversations(ctx context.Context, todo *pending, since time.Time) error {
	const ofContacts = `
UNION ALL
SELECT c.id, k.id, k.updated_at FROM contacts k JOIN conversations c ON c.firm_id = $1 AND c.contact_id = k.id
WHERE k.firm_id = $1 AND k.deleted_at IS NULL AND k.updated_at >= $2
UNION ALL
SELECT c.id, k.id, k.deleted_at FROM contacts k JOIN conversations c ON c.firm_id = $1 AND c.contact_id = k.id
WHERE k.firm_id = $1 AND k.deleted_at >= $2` // each part has an index
	changes, err := db.All[struct {
		ID      uuid.UUID
		Changed uuid.UUID // the conversation or its contact
		At      db.Moment
	}](f.manager.db.InFirm(ctx), `
SELECT c.id, c.id AS changed, c.updated_at AS at FROM conversations c WHERE c.firm_id = $1 AND c.updated_at >= $2`+ofContacts, since)
	for _, c := range changes {
		if !f.known[c.Changed].Equal(c.At.Time) {
			todo.conversations[c.ID] = struct{}{}
			todo.found[c.Changed] = c.At.Time
		}
	}
	return err
}

// lookAtEntries looks for the messages and notes of conversations that are new or have another
// status. That a message has become Sending is not told.
func (f *feed) lookAtEntries(ctx context.Context, todo *pending, conversations []uuid.UUID, since time.Time) error {
	d := f.manager.db
	ofMessages, list := d.AmongIDs("m.conversation_id", 2, conversations) // $1 is the firm
	ofNotes, _ := d.AmongIDs("n.conversation_id", 2, conversations)
	changes, err := db.All[struct {
		ConversationID uuid.UUID `sql:"conversation_id"`
		ID             uuid.UUID
		OccurredAt     db.Moment `sql:"occurred_at"`
		At             db.Moment
		Status         string
	}](d.InFirm(ctx), `
SELECT m.conversation_id, m.id, m.occurred_at, m.updated_at AS at, m.status FROM messages m
WHERE m.firm_id = $1 AND `+ofMessages+` AND m.updated_at >= $3 AND (m.status <> 'Sending' OR m.created_at >= $3)
UNION ALL
SELECT n.conversation_id, n.id, n.at, n.at, '' FROM conversation_notes n WHERE n.firm_id = $1 AND `+ofNotes+" AND n.at >= $3", list, since)
	for _, c := range changes {
		known, told := f.known[c.ID]
		if known.Equal(c.At.Time) || told && message.Status(c.Status) == message.StatusSending {
			continue
		}
		todo.add(c.ConversationID, EntryRef{c.ID, c.OccurredAt.Time})
		todo.found[c.ID] = c.At.Time
	}
	return err
}

// learn notes what is known after all of todo has been read. After a look, it forgets what the next
// one does not find.
func (f *feed) learn(todo *pending, began time.Time) {
	for id, at := range todo.found {
		if f.known[id].Before(at) {
			f.known[id] = at
		}
	}
	if todo.lost {
		f.lookedAt = began
		next := began.Add(-f.manager.overlap)
		maps.DeleteFunc(f.known, func(_ uuid.UUID, at time.Time) bool { return at.Before(next) })
	}
}
