package conversation

import (
	"context"
	"log/slog"
	"maps"
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
	// overlap is how much is read twice after signals were lost, since transactions take time and
	// clocks differ.
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
	// readAt is when the last reading began.
	readAt time.Time
}

// pending is what must be read.
type pending struct {
	conversations map[uuid.UUID]struct{}
	// contacts are those whose conversations must be read.
	contacts map[uuid.UUID]struct{}
	entries  map[uuid.UUID]map[uuid.UUID]time.Time // by conversation and id
	// lost is set when signals were lost: whatever has changed since the last reading is read.
	lost bool
}

func newPending() pending {
	return pending{
		conversations: map[uuid.UUID]struct{}{}, contacts: map[uuid.UUID]struct{}{},
		entries: map[uuid.UUID]map[uuid.UUID]time.Time{},
	}
}

// enter adds a watcher to the feed of a firm. The first watcher creates the feed.
func (m *Manager) enter(firm uuid.UUID, add func(*feed)) (*feed, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f, ok := m.feeds[firm]
	if !ok {
		f = &feed{
			manager: m, firm: firm, changed: make(chan struct{}, 1), done: make(chan struct{}), readAt: time.Now(), pending: newPending(),
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
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending.lost = true
	f.poke()
}

func (f *feed) poke() {
	select {
	case f.changed <- struct{}{}:
	default: // it will already be read
	}
}

// run reads what has changed, until there is no watcher any more.
func (f *feed) run() {
	ctx := viewer.NewContext(context.Background(), &viewer.Viewer{Kind: viewer.System, FirmID: f.firm})
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-pause.C:
		case <-f.done:
			return
		}
		select {
		case <-f.changed:
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
	f.mu.Lock()
	todo, since := f.pending, f.readAt.Add(-overlap)
	f.pending = newPending()
	lists, threads := len(f.lists) > 0, map[uuid.UUID]bool{}
	for _, id := range f.threads {
		threads[id] = true
	}
	f.mu.Unlock()
	defer func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		if err != nil {
			f.pending.lost = true
			maps.Copy(f.pending.conversations, todo.conversations)
			maps.Copy(f.pending.contacts, todo.contacts)
			return
		}
		f.readAt = began
	}()
	if lists {
		found, err := f.manager.changed(ctx, &todo, since)
		if err != nil {
			return err
		}
		f.sendConversations(found)
	}
	for id := range threads {
		found, err := f.manager.changedEntries(ctx, id, &todo, since)
		if err != nil {
			return err
		}
		f.sendEntries(id, found)
	}
	return nil
}

func (f *feed) sendConversations(found []*Conversation) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for w := range f.lists {
		w.putAll(found, func(c *Conversation) uuid.UUID { return c.ID })
	}
}

func (f *feed) sendEntries(id uuid.UUID, found []*Entry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for w, of := range f.threads {
		if of == id {
			w.putAll(found, func(e *Entry) uuid.UUID { return e.ID })
		}
	}
}
