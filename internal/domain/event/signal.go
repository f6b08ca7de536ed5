package event

import (
	"context"
	"slices"
	"sync"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// watch says when events of a firm were raised in this process: after the commit of their
// transaction, so that they can be read at once. It says nothing of what other instances commit.
type watch struct {
	// woken has one value for all commits since the last receive.
	woken chan struct{}
	of    uuid.UUID
}

// watchFirm watches the events of a firm. The caller begins to watch, then reads, then waits: so it
// misses nothing. It calls stop in the end.
func watchFirm(firm uuid.UUID) *watch { return watches.add(firm) }

// Watched reports whether a reader of this process waits for events of the firm, for tests.
func Watched(firm uuid.UUID) bool {
	watches.mu.RLock()
	defer watches.mu.RUnlock()
	return len(watches.of[firm]) > 0
}

// stop ends the watch.
func (w *watch) stop() { watches.remove(w) }

// watches are the watches of this process, by firm. They are those of all databases of the process.
// That of another database with a firm of the same id wakes its readers in vain.
var watches = registry{of: map[uuid.UUID][]*watch{}}

type registry struct {
	mu sync.RWMutex
	of map[uuid.UUID][]*watch
}

func (r *registry) add(of uuid.UUID) *watch {
	w := &watch{woken: make(chan struct{}, 1), of: of}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.of[of] = append(r.of[of], w)
	return w
}

func (r *registry) remove(w *watch) {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := slices.DeleteFunc(slices.Clone(r.of[w.of]), func(other *watch) bool { return other == w })
	if r.of[w.of] = left; len(left) == 0 {
		delete(r.of, w.of)
	}
}

// tell wakes who watches the firm. It never waits for them.
func (r *registry) tell(firm uuid.UUID) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, w := range r.of[firm] {
		select {
		case w.woken <- struct{}{}:
		default:
		}
	}
}

// tellAfterCommit wakes who watches the firm after the commit of the transaction of ctx. Who begins
// to watch between the event and its commit is woken, too.
func tellAfterCommit(ctx context.Context, firm uuid.UUID) {
	db.AfterCommit(ctx, func(context.Context) error {
		watches.tell(firm)
		return nil
	})
}
