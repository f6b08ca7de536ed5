package conversation

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// changed returns the conversations that are pending, those of pending contacts included, in the
// order of their last activity: if there are more than may wait, only one more.
func (m *Manager) changed(ctx context.Context, todo *pending) (all []*Conversation, err error) {
	if err := m.addOfContacts(ctx, todo); err != nil {
		return nil, err
	}
	if len(todo.conversations) == 0 {
		return nil, nil
	}
	among, list := m.db.AmongIDs("c.id", 2, slices.Collect(maps.Keys(todo.conversations))) // $1 is the firm
	s := &selection{" AND " + among, []any{list}}
	s.limit(newest, maxWaiting+1)
	all, err = read(ctx, m.db, s.where, s.args...)
	slices.Reverse(all)
	return all, err
}

// addOfContacts adds the conversations of pending contacts to those that are pending.
func (m *Manager) addOfContacts(ctx context.Context, todo *pending) error {
	for ids := range slices.Chunk(slices.Collect(maps.Keys(todo.contacts)), db.MaxIDs) {
		among, list := m.db.AmongIDs("contact_id", 2, ids) // $1 is the firm
		found, err := db.All[uuid.UUID](m.db.InFirm(ctx), "SELECT id FROM conversations WHERE firm_id = $1 AND "+among, list)
		if err != nil {
			return err
		}
		for _, id := range found {
			todo.conversations[id] = struct{}{}
		}
	}
	return nil
}

// changedEntries returns the messages and notes of a conversation that are pending, the oldest
// first: if there are more than may wait, only one more of each.
func (m *Manager) changedEntries(ctx context.Context, id uuid.UUID, todo *pending) ([]*Entry, error) {
	refs := todo.entries[id]
	if len(refs) == 0 {
		return nil, nil
	}
	messages, notes := &selection{}, &selection{}
	messages.and("m.conversation_id = $%[1]d", id)
	notes.and("n.conversation_id = $%[1]d", id)
	ids, times := slices.Collect(maps.Keys(refs)), slices.SortedFunc(maps.Values(refs), time.Time.Compare)
	messages.among(m.db, "m.id", ids)
	messages.and("m.occurred_at >= $%[1]d", times[0]) // the times select the partitions
	messages.and("m.occurred_at <= $%[1]d", times[len(times)-1])
	notes.among(m.db, "n.id", ids)
	all, err := m.entries(ctx, messages, notes, maxWaiting+1)
	slices.Reverse(all)
	return all, err
}
