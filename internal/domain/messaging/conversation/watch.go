package conversation

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// Watch returns the conversations of the viewer's firm that change from now on, as they are then,
// each at most twice a second. It fails with TooManyRequests when 1,000 wait to be received, and
// ends when ctx is done. An event may come again though nothing has changed.
func (m *Manager) Watch(ctx context.Context) (_ *broker.Stream[*Conversation], err error) {
	defer fault.Wrap(&err, "conversation.Watch")
	w := newWatcher[*Conversation]()
	err = m.watch(ctx, func(f *feed) { f.lists[w] = struct{}{} }, func(f *feed) { delete(f.lists, w) }, w.run)
	return &w.Stream, err
}

// WatchMessages returns the messages and notes of a conversation of the viewer's firm that are new
// or have another status from now on. It returns NotFound for other ids, and else does the same as
// [Manager.Watch].
func (m *Manager) WatchMessages(ctx context.Context, id uuid.UUID) (_ *broker.Stream[*Entry], err error) {
	defer fault.Wrap(&err, "conversation.WatchMessages")
	if err := m.require(ctx, id); err != nil {
		return nil, err
	}
	w := newWatcher[*Entry]()
	err = m.watch(ctx, func(f *feed) { f.threads[w] = id }, func(f *feed) { delete(f.threads, w) }, w.run)
	return &w.Stream, err
}

// typist watches who is writing in a conversation, without the viewer.
type typist struct{ conversation, viewer uuid.UUID }

// WatchTyping returns who else is writing in a conversation of the viewer's firm from now on. It
// returns NotFound for other ids, and else does the same as [Manager.Watch].
func (m *Manager) WatchTyping(ctx context.Context, id uuid.UUID) (_ *broker.Stream[*Typing], err error) {
	defer fault.Wrap(&err, "conversation.WatchTyping")
	if err := m.require(ctx, id); err != nil {
		return nil, err
	}
	w := newWatcher[*Typing]()
	who := typist{id, viewer.From(ctx).UserID}
	err = m.watch(ctx, func(f *feed) { f.typists[w] = who }, func(f *feed) { delete(f.typists, w) }, w.run)
	return &w.Stream, err
}

// watch adds a watcher to the feed of the viewer's firm, and runs it until it ends.
func (m *Manager) watch(ctx context.Context, add, remove func(*feed), run func(ctx context.Context, leave func())) error {
	firm, err := scope.Firm(ctx, "Conversation")
	if err != nil {
		return err
	}
	f, err := m.enter(firm, add)
	if err != nil {
		return err
	}
	go run(ctx, func() { m.leave(f, remove) })
	return nil
}
