package campaign

import (
	"context"
	"time"

	"github.com/google/uuid"
)

// Prepare is a step of preparing.
func (m *Manager) Prepare(ctx context.Context, id uuid.UUID) (more bool, err error) {
	return m.prepare(ctx, id)
}

// Step is a step of a campaign.
func (r *Runner) Step(ctx context.Context, id uuid.UUID) error { return r.work(ctx, id) }

// SetAtOnce sets how many contacts a request counts.
func (m *Manager) SetAtOnce(n int) { m.atOnce = n }

// SetNow sets the clock.
func (m *Manager) SetNow(now func() time.Time) { m.now = now }

// SetBatch sets how many contacts a step of preparing stores at most.
func (m *Manager) SetBatch(n int) { m.batch = n }
