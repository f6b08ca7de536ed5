package conversation

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

const (
	// watchEvery is how often conversations that change all the time are read and sent.
	watchEvery = 500 * time.Millisecond
	// readLimit is how long reading what has changed may take.
	readLimit = 10 * time.Second
	// overlap is how much of the time before the last look the next one covers again, since
	// transactions take time and clocks differ.
	overlap = 10 * time.Second
)

// feed reads the conversations of a firm that have changed, for all watchers in this process.
type feed struct {
	manager *Manager
	firm    uuid.UUID
	// changed has an element when something must be read. done is closed when there is no watcher
	// any more.
	changed, done chan struct{}
	stop          func() // ends the subscription to the broker

	mu      sync.Mutex // guards the fields below
	lists   map[*watcher[*Conversation]]struct{}
	threads map[*watcher[*Entry]]uuid.UUID
	typists map[*watcher[*Typing]]typist
	pending pending

	// The fields below belong to the goroutine of run. lookedAt is when the last look began that
	// found all that had changed until then. known are the times of the last changes that were
	// read, as far as the next look may find them again: of conversations, contacts and entries.
	lookedAt time.Time
	known    map[uuid.UUID]time.Time
}

// pending is what must be read.
type pending struct {
	conversations map[uuid.UUID]struct{}
	// contacts are those whose conversations must be read.
	contacts map[uuid.UUID]struct{}
	entries  map[uuid.UUID]map[uuid.UUID]time.Time // by conversation and id
	// lost is set when signals may be missing: a look finds what has changed since the last one.
	lost bool
	// found are the times of the changes that the look has found. They are known once they are
	// read.
	found map[uuid.UUID]time.Time
}

func newPending() pending {
	return pending{
		conversations: map[uuid.UUID]struct{}{}, contacts: map[uuid.UUID]struct{}{},
		entries: map[uuid.UUID]map[uuid.UUID]time.Time{}, found: map[uuid.UUID]time.Time{},
	}
}

// enter adds a watcher to the feed of a firm. The first watcher creates the feed.
func (m *Manager) enter(firm uuid.UUID, add func(*feed)) (*feed, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.feeds[firm]
	if !ok {
		f = &feed{
			manager: m, firm: firm, changed: make(chan struct{}, 1), done: make(chan struct{}), pending: newPending(),
			lookedAt: time.Now(), known: map[uuid.UUID]time.Time{},
			lists: map[*watcher[*Conversation]]struct{}{}, threads: map[*watcher[*Entry]]uuid.UUID{}, typists: map[*watcher[*Typing]]typist{},
		}
		var err error
		f.stop, err = m.broker.Subscribe(subject(firm), broker.Subscription{Deliver: f.arrive, Lost: f.lose})
		if err != nil {
			return nil, err
		}
		m.feeds[firm] = f
		go f.run()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	add(f)
	return f, nil
}

// leave removes a watcher, and ends the feed with the last one.
func (m *Manager) leave(f *feed, remove func(*feed)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	remove(f)
	if len(f.lists)+len(f.threads)+len(f.typists) == 0 {
		delete(m.feeds, f.firm)
		f.stop()
		close(f.done)
	}
}

// arrive notes what must be read by a signal of any instance.
func (f *feed) arrive(encoded []byte) {
	s, err := readSignal(encoded)
	if err != nil {
		slog.Warn("a signal about conversations can't be read", "firm", f.firm, "error", err)
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if s.Typing != nil {
		for w, who := range f.typists {
			if who.conversation == s.Typing.ConversationID && who.viewer != s.Typing.By {
				w.put(s.Typing.By, s.Typing.shown())
			}
		}
	}
	watched := map[uuid.UUID]bool{}
	for _, id := range f.threads {
		watched[id] = true
	}
	for _, change := range s.Changes {
		if len(f.lists) > 0 {
			f.pending.conversations[change.ID] = struct{}{}
		}
		if change.Entry != nil && watched[change.ID] {
			f.pending.add(change.ID, *change.Entry)
		}
	}
	if len(f.lists) > 0 {
		for _, id := range s.Contacts {
			f.pending.contacts[id] = struct{}{}
		}
	}
	if len(f.pending.conversations)+len(f.pending.contacts)+len(f.pending.entries) > 0 {
		f.poke()
	}
}

func (p *pending) add(conversation uuid.UUID, entry EntryRef) {
	if p.entries[conversation] == nil {
		p.entries[conversation] = map[uuid.UUID]time.Time{}
	}
	p.entries[conversation][entry.ID] = entry.OccurredAt
}

// lose notes that signals may be missing.
func (f *feed) lose() {
	f.doubt()
	f.poke()
}

// doubt makes the next reading begin with a look.
func (f *feed) doubt() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending.lost = true
}

func (f *feed) poke() {
	select {
	case f.changed <- struct{}{}:
	default: // it will already be read
	}
}

// run reads what has changed, and looks for what no signal tells, until there is no watcher any
// more.
func (f *feed) run() {
	ctx := viewer.NewContext(context.Background(), &viewer.Viewer{Kind: viewer.System, FirmID: f.firm})
	pause, look := time.NewTimer(0), time.NewTicker(f.manager.lookEvery)
	defer pause.Stop()
	defer look.Stop()
	for {
		select {
		case <-pause.C:
		case <-f.done:
			return
		}
		select {
		case <-f.changed:
		case <-look.C:
			f.doubt()
		case <-f.done:
			return
		}
		pause.Reset(watchEvery)
		if err := f.read(ctx); err != nil {
			slog.WarnContext(ctx, "changed conversations can't be read", "firm", f.firm, "error", err)
			f.poke() // again after the pause
		}
	}
}

// read reads what is pending, and sends it to its watchers. After an error it must be called again.
func (f *feed) read(ctx context.Context) (err error) {
	ctx, cancel := context.WithTimeout(db.SharedBy(ctx, f.firm), readLimit)
	defer cancel()
	began := time.Now()
	todo, lists, threads := f.take()
	defer func() {
		if err != nil {
			f.putBack(&todo)
			return
		}
		f.learn(&todo, began)
	}()
	if todo.lost {
		if err := f.look(ctx, &todo, lists, threads); err != nil {
			return err
		}
	}
	if lists {
		found, err := f.manager.changed(ctx, &todo)
		if err != nil {
			return err
		}
		f.sendConversations(found)
	}
	for _, id := range threads {
		found, err := f.manager.changedEntries(ctx, id, &todo)
		if err != nil {
			return err
		}
		f.sendEntries(id, found)
	}
	return nil
}

// take returns what is pending, whether conversations are watched, and the conversations whose
// entries are.
func (f *feed) take() (todo pending, lists bool, threads []uuid.UUID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	todo, f.pending = f.pending, newPending()
	watched := map[uuid.UUID]struct{}{}
	for _, id := range f.threads {
		watched[id] = struct{}{}
	}
	return todo, len(f.lists) > 0, slices.Collect(maps.Keys(watched))
}

// putBack makes pending again what could not be read.
func (f *feed) putBack(todo *pending) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending.lost = f.pending.lost || todo.lost
	maps.Copy(f.pending.conversations, todo.conversations)
	maps.Copy(f.pending.contacts, todo.contacts)
	for conversation, refs := range todo.entries {
		for id, at := range refs {
			f.pending.add(conversation, EntryRef{id, at})
		}
	}
}

// sendConversations sends conversations to those who watch them. The next look does not find them
// again.
func (f *feed) sendConversations(found []*Conversation) {
	for _, c := range found {
		f.known[c.ID] = c.UpdatedAt
		if c.ContactID != nil && c.contactUpdatedAt != nil {
			f.known[*c.ContactID] = *c.contactUpdatedAt
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for w := range f.lists {
		w.putAll(found, func(c *Conversation) uuid.UUID { return c.ID })
	}
}

// sendEntries does the same as sendConversations for the entries of a conversation.
func (f *feed) sendEntries(id uuid.UUID, found []*Entry) {
	for _, e := range found {
		f.known[e.ID] = e.changedAt()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for w, of := range f.threads {
		if of == id {
			w.putAll(found, func(e *Entry) uuid.UUID { return e.ID })
		}
	}
}
