package conversation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
)

// Change is a change of a conversation.
type Change struct {
	ID uuid.UUID `json:"id"`
	// Entry is the message or note that is new or has another status, or nil.
	Entry *EntryRef `json:"entry,omitempty"`
}

// EntryRef names a message or a note of a conversation.
type EntryRef struct {
	ID         uuid.UUID `json:"id"`
	OccurredAt time.Time `json:"at"`
}

// signal is a message between instances about a firm. Changes have no contents: these are read from
// the database. Typing is not stored.
type signal struct {
	Changes []Change `json:"changes,omitempty"`
	// Contacts have changed. Who receives the signal looks up their conversations.
	Contacts []uuid.UUID `json:"contacts,omitempty"`
	Typing   *typed      `json:"typing,omitempty"`
}

// maxChanges is how many changes, or contacts, a signal has at most, so that it is not longer than
// [broker.MaxMessage].
const maxChanges = 1000

// subject is the broker's subject for the conversations of a firm.
func subject(firm uuid.UUID) string { return "conversation." + firm.String() }

// Publish sends changes of conversations of a firm to those who watch them, on all instances, after
// the transaction of ctx has committed. Only the server calls it.
func (m *Manager) Publish(ctx context.Context, firm uuid.UUID, changes []Change) {
	for some := range slices.Chunk(changes, maxChanges) {
		m.signal(ctx, firm, signal{Changes: some})
	}
}

// PublishContacts sends the conversations of contacts that have changed, or are deleted, as
// [Manager.Publish] does.
func (m *Manager) PublishContacts(ctx context.Context, firm uuid.UUID, ids []uuid.UUID) {
	for some := range slices.Chunk(ids, maxChanges) {
		m.signal(ctx, firm, signal{Contacts: some})
	}
}

// Raise raises the event of each conversation that has changed, in the transaction of the changes.
func Raise(ctx context.Context, d *db.DB, changes []Change) error {
	var ids []uuid.UUID
	seen := make(map[uuid.UUID]bool, len(changes))
	for _, change := range changes {
		if !seen[change.ID] {
			seen[change.ID] = true
			ids = append(ids, change.ID)
		}
	}
	return event.RaiseAll(ctx, d, event.ConversationUpdated, ids...)
}

func (m *Manager) signal(ctx context.Context, firm uuid.UUID, s signal) {
	db.AfterCommit(ctx, func(context.Context) error {
		encoded, err := json.Marshal(s)
		if err != nil {
			return fmt.Errorf("encode a signal: %w", err)
		}
		m.broker.Publish(subject(firm), encoded)
		return nil
	})
}

var errMalformed = errors.New("a signal is malformed")

// readSignal decodes a signal. It returns an error for one that no instance sends, because anyone
// who reaches the broker can send anything.
func readSignal(encoded []byte) (s signal, err error) {
	if err := json.Unmarshal(encoded, &s); err != nil {
		return signal{}, fmt.Errorf("decode a signal: %w", err)
	}
	if max(len(s.Changes), len(s.Contacts)) > maxChanges || s.Typing != nil && !s.Typing.isValid() {
		return signal{}, errMalformed
	}
	return s, nil
}
