package campaign

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/wallet"
)

// Prepare is a step of preparing.
func (m *Manager) Prepare(ctx context.Context, id uuid.UUID) (more bool, err error) {
	return m.prepare(ctx, id)
}

// Forget is a step of deleting the recipients of a deleted campaign.
func (m *Manager) Forget(ctx context.Context, id uuid.UUID) (more bool, err error) {
	return m.forget(ctx, id)
}

// Step is a step of a campaign.
func (r *Runner) Step(ctx context.Context, id uuid.UUID) error { return r.work(ctx, id) }

// CancelAndDie cancels a campaign as [Manager.Cancel] does in a process that dies before it cancels
// the messages that wait.
func (m *Manager) CancelAndDie(ctx context.Context, id uuid.UUID) error {
	const rows = 2
	return m.charges.Do(ctx, rows, func(ctx context.Context, batch *wallet.Batch[work], _ int) error {
		c, err := find(ctx, m.db, id, true)
		if err != nil {
			return err
		}
		return m.end(ctx, batch, c, Cancelled)
	})
}

// SetAtOnce sets how many contacts a request counts.
func (m *Manager) SetAtOnce(n int) { m.atOnce = n }

// SetNow sets the clock.
func (m *Manager) SetNow(now func() time.Time) { m.now = now }

// SetBatch sets how many contacts a step of preparing stores at most.
func (m *Manager) SetBatch(n int) { m.batch = n }
