package conversation

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
)

// changed returns the conversations that are pending, in the order of their last activity: if there
// are more than may wait, only one more. If signals were lost these are also all that have changed
// since then, except those in which only the status of a message has.
func (m *Manager) changed(ctx context.Context, todo *pending, since time.Time) (all []*Conversation, err error) {
	if len(todo.conversations) == 0 && !todo.lost {
		return nil, nil
	}
	among, list := m.db.AmongIDs("c.id", 2, slices.Collect(maps.Keys(todo.conversations))) // $1 is the firm
	s := &selection{" AND " + among, []any{list}}
	if todo.lost {
		s = &selection{" AND (" + among + " OR c.updated_at >= $3)", []any{list, since}}
	}
	s.limit(" ORDER BY c.active_at DESC, c.id DESC", maxWaiting+1)
	all, err = read(ctx, m.db, s.where, s.args...)
	slices.Reverse(all)
	return all, err
}

// changedEntries returns the messages and notes of a conversation that are pending, the oldest
// first. If signals were lost these are all that have changed since then, unless there are more
// than may wait.
func (m *Manager) changedEntries(ctx context.Context, id uuid.UUID, todo *pending, since time.Time) ([]*Entry, error) {
	refs := todo.entries[id]
	if len(refs) == 0 && !todo.lost {
		return nil, nil
	}
	messages, notes := &selection{}, &selection{}
	messages.and("m.conversation_id = $%[1]d", id)
	notes.and("n.conversation_id = $%[1]d", id)
	if todo.lost {
		messages.and("m.updated_at >= $%[1]d", since)
		notes.and("n.at >= $%[1]d", since)
	} else {
		ids, times := slices.Collect(maps.Keys(refs)), slices.SortedFunc(maps.Values(refs), time.Time.Compare)
		messages.among(m.db, "m.id", ids)
		messages.and("m.occurred_at >= $%[1]d", times[0]) // the times select the partitions
		messages.and("m.occurred_at <= $%[1]d", times[len(times)-1])
		notes.among(m.db, "n.id", ids)
	}
	all, err := m.entries(ctx, messages, notes, maxWaiting+1)
	slices.Reverse(all)
	return all, err
}
