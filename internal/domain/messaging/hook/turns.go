package hook

import (
	"context"
	"sync"

	"github.com/google/uuid"
)

// places is on how many firms the receiver works at the same time.
const places = 8

// turns works on firms: on several at the same time, on each one step after the other. A firm with
// much to do gives its place away after each step, so others wait for steps and not for firms.
type turns struct {
	// step does a part of the work of a firm, and reports whether there may be more.
	step func(ctx context.Context, firm uuid.UUID) (more bool)

	running sync.WaitGroup
	mu      sync.Mutex // guards the other fields
	workers int
	waiting []uuid.UUID
	firms   map[uuid.UUID]*turn
}

// turn is the turn of a firm that waits or is worked on.
type turn struct {
	// busy reports whether a step of the firm runs, and again whether work was added meanwhile.
	busy, again bool
}

// add adds work for a firm. It is done by steps until there is no more, or ctx is done.
func (t *turns) add(ctx context.Context, firm uuid.UUID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.firms[firm]; known != nil {
		known.again = known.busy
		return
	}
	if t.firms == nil {
		t.firms = map[uuid.UUID]*turn{}
	}
	t.firms[firm] = &turn{}
	t.waiting = append(t.waiting, firm)
	if t.workers < places {
		t.workers++
		t.running.Go(func() { t.work(ctx) })
	}
}

// work does steps until no firm waits, or ctx is done.
func (t *turns) work(ctx context.Context) {
	for {
		firm, ok := t.next(ctx)
		if !ok {
			return
		}
		t.done(firm, t.step(ctx, firm))
	}
}

// next returns the firm that has waited longest. It reports false, and the worker ends, if there is
// none.
func (t *turns) next(ctx context.Context) (firm uuid.UUID, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.waiting) == 0 || ctx.Err() != nil {
		t.workers--
		return firm, false
	}
	firm, t.waiting = t.waiting[0], t.waiting[1:]
	t.firms[firm].busy = true
	return firm, true
}

// done ends the step of a firm, and lets it wait for the next one if there may be more.
func (t *turns) done(firm uuid.UUID, more bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !more && !t.firms[firm].again {
		delete(t.firms, firm)
		return
	}
	t.firms[firm] = &turn{}
	t.waiting = append(t.waiting, firm)
}
