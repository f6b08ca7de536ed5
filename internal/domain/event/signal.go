package event

import (
	"context"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// Watch says when events were raised in this process: after the commit of their transaction, so
// that they can be read at once. It says nothing of what other instances commit. Who watches also
// looks now and then.
type Watch struct {
	// C has a value after a commit. It has one value for all commits since the last receive.
	C    <-chan struct{}
	wake chan struct{}
	of   uuid.UUID

	mu    sync.Mutex
	firms map[uuid.UUID]struct{} // with events since the last call of Firms
}

// WatchFirm watches the events of a firm. The caller begins to watch, then reads, then waits for C:
// so it misses nothing. It calls Stop in the end.
func WatchFirm(firm uuid.UUID) *Watch { return watches.add(firm) }

// WatchAll watches the events of all firms. A worker waits for C, and works on the [Watch.Firms].
// It calls Stop in the end.
func WatchAll() *Watch { return watches.add(uuid.Nil) }

// Firms returns the firms with events since the last call, in no order.
func (w *Watch) Firms() []uuid.UUID {
	w.mu.Lock()
	defer w.mu.Unlock()
	firms := make([]uuid.UUID, 0, len(w.firms))
	for firm := range w.firms {
		firms = append(firms, firm)
	}
	clear(w.firms)
	return firms
}

// Stop ends the watch. C then gets no further value.
func (w *Watch) Stop() { watches.remove(w) }

// tell never waits for who watches.
func (w *Watch) tell(firm uuid.UUID) {
	w.mu.Lock()
	w.firms[firm] = struct{}{}
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// watches are the watches of this process, by firm. Those of all firms are under uuid.Nil.
//
// They are those of all databases of the process. That of another database with a firm of the same
// id wakes its readers in vain.
var watches = registry{of: map[uuid.UUID][]*Watch{}}

type registry struct {
	mu sync.RWMutex
	of map[uuid.UUID][]*Watch
}

func (r *registry) add(of uuid.UUID) *Watch {
	wake := make(chan struct{}, 1)
	w := &Watch{C: wake, wake: wake, of: of, firms: map[uuid.UUID]struct{}{}}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.of[of] = append(r.of[of], w)
	return w
}

func (r *registry) remove(w *Watch) {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := slices.DeleteFunc(slices.Clone(r.of[w.of]), func(other *Watch) bool { return other == w })
	if r.of[w.of] = left; len(left) == 0 {
		delete(r.of, w.of)
	}
}

// tell tells who watches the firm.
func (r *registry) tell(firm uuid.UUID) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, of := range []uuid.UUID{firm, uuid.Nil} {
		for _, w := range r.of[of] {
			w.tell(firm)
		}
	}
}

// tellAfterCommit tells who watches the firm after the commit of the transaction of ctx. Who begins
// to watch between the event and its commit is told, too.
func tellAfterCommit(ctx context.Context, firm uuid.UUID) {
	db.AfterCommit(ctx, func(context.Context) error {
		watches.tell(firm)
		return nil
	})
}
