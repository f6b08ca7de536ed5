package importer

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactimport"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// progressEvery is how often an import that is watched is read. It is also the shortest time
// between two events.
const progressEvery = 500 * time.Millisecond

// progress reads the imports that are watched. Each is read at this rate, whatever the number of
// its watchers.
type progress struct {
	mu       sync.Mutex // guards the fields below
	watchers map[uuid.UUID]map[*watcher]struct{}
}

// watcher watches an import. Its channel contains the newest event. An event that was not received
// yet is replaced.
type watcher struct {
	events chan *ent.ContactImport
	// seen identifies the last event.
	seen time.Time
}

// Watch returns the states of an import of the viewer's firm. It sends the present state at once,
// and then each new one, at most twice a second. The channel is closed after the last one, and when
// ctx is done. It returns NotFound for other ids.
func (i *Importer) Watch(ctx context.Context, id uuid.UUID) (_ <-chan *ent.ContactImport, err error) {
	defer fault.Wrap(&err, "importer.Watch")
	row, err := i.find(ctx, id)
	if err != nil {
		return nil, err
	}
	w := &watcher{events: make(chan *ent.ContactImport, 1), seen: row.UpdatedAt}
	w.events <- row
	if isSettled(row) {
		close(w.events)
		return w.events, nil
	}
	i.progress.mu.Lock()
	defer i.progress.mu.Unlock()
	watchers := i.progress.watchers[id]
	if watchers == nil {
		watchers = map[*watcher]struct{}{}
		i.progress.watchers[id] = watchers
		asSystem := viewer.NewContext(context.WithoutCancel(ctx), &viewer.Viewer{Kind: viewer.System, FirmID: row.FirmID})
		go i.poll(asSystem, id)
	}
	watchers[w] = struct{}{}
	context.AfterFunc(ctx, func() { i.progress.leave(id, w) })
	return w.events, nil
}

// isSettled reports whether nothing changes an import any more, unless somebody undoes it.
func isSettled(row *ent.ContactImport) bool {
	return row.FinishedAt != nil && row.Undo != contactimport.UndoQueued && row.Undo != contactimport.UndoRunning
}

// poll reads an import until it has no watcher or is settled.
func (i *Importer) poll(ctx context.Context, id uuid.UUID) {
	ticker := time.NewTicker(progressEvery)
	defer ticker.Stop()
	for range ticker.C {
		row, err := i.find(ctx, id)
		if err != nil && !fault.Is(err, fault.NotFound) {
			slog.WarnContext(ctx, "the progress of an import can't be read", "import", id, "error", err)
		}
		if !i.progress.publish(id, row, fault.Is(err, fault.NotFound)) {
			return
		}
	}
}

// publish sends a new state of an import to its watchers, and reports whether there are any left.
func (p *progress) publish(id uuid.UUID, row *ent.ContactImport, gone bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	watchers := p.watchers[id]
	for w := range watchers {
		if row != nil && !row.UpdatedAt.Equal(w.seen) {
			select {
			case <-w.events:
			default:
			}
			w.events <- row
			w.seen = row.UpdatedAt
		}
		if gone || row != nil && isSettled(row) {
			close(w.events)
			delete(watchers, w)
		}
	}
	if len(watchers) == 0 {
		delete(p.watchers, id)
		return false
	}
	return true
}

// leave removes a watcher, unless the watcher was already told the end.
func (p *progress) leave(id uuid.UUID, w *watcher) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, watches := p.watchers[id][w]; watches {
		delete(p.watchers[id], w)
		close(w.events)
	}
}
