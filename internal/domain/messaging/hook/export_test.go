package hook

import (
	"context"

	"github.com/google/uuid"
)

// Places is on how many firms a receiver works at the same time.
const Places = places

// Turns are the turns of a receiver.
type Turns = turns

// NewTurns returns turns of firms.
func NewTurns(step func(ctx context.Context, firm uuid.UUID) (more bool)) *Turns {
	return &turns{step: step}
}

// Add adds work for a firm.
func (t *turns) Add(ctx context.Context, firm uuid.UUID) { t.add(ctx, firm) }

// Wait waits until there is no more work.
func (t *turns) Wait() { t.running.Wait() }
