package hook

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
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

// Commits store calls in shared transactions.
type Commits = commits

// NewCommits returns commits to a database.
func NewCommits(d *db.DB) *Commits { return &commits{db: d} }

// Do stores a call of a firm.
func (c *commits) Do(ctx context.Context, firm uuid.UUID, store func(ctx context.Context) error) error {
	return c.do(ctx, firm, store)
}

// Waiting returns how many calls of a firm wait for a transaction.
func (c *commits) Waiting(firm uuid.UUID) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.firms[firm] == nil {
		return 0
	}
	return len(c.firms[firm].calls)
}
