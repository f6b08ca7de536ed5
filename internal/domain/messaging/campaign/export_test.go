package campaign

import (
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/wallet"
)

// Forget is a step of deleting the recipients of a deleted campaign.
func (m *Manager) Forget(ctx context.Context, id uuid.UUID) (more bool, err error) {
	return m.forget(ctx, id)
}

// Step is a step of a campaign.
func (r *Runner) Step(ctx context.Context, id uuid.UUID) error { return r.work(ctx, id) }

// TakeSlot takes a slot for the beginning of a campaign of a firm, as one with a large audience
// does for long. It reports false if there is none.
func (r *Runner) TakeSlot(firm uuid.UUID) bool { return r.slots.take(firm) }

// WaitBegun waits until the campaigns have begun that [Runner.Work] lets begin in the background.
func (r *Runner) WaitBegun() { r.beginning.Wait() }

// CancelAndDie cancels a campaign as [Manager.Cancel] does in a process that dies before it cancels
// the messages that wait. It calls inside before the commit.
func (m *Manager) CancelAndDie(ctx context.Context, id uuid.UUID, inside func()) error {
	const rows = 2
	return m.charges.Do(ctx, rows, func(ctx context.Context, batch *wallet.Batch[work], _ int) error {
		c, err := find(ctx, m.db, id, true)
		if err != nil {
			return err
		}
		err = m.end(ctx, batch, c, Cancelled)
		inside()
		return err
	})
}

// PrepareAround stores the next recipients of a campaign as [Manager.Prepare] does, and calls
// meanwhile between reading the contacts and storing them.
func (m *Manager) PrepareAround(ctx context.Context, id uuid.UUID, meanwhile func()) (more bool, err error) {
	c, err := find(ctx, m.db, id, false)
	if err != nil {
		return false, err
	}
	p, err := m.preparation(ctx, c)
	if err != nil {
		return false, err
	}
	meanwhile()
	return p.commit(ctx, c)
}

// SetAtOnce sets how many contacts a request counts.
func (m *Manager) SetAtOnce(n int) { m.atOnce = n }

// SetNow sets the clock.
func (m *Manager) SetNow(now func() time.Time) { m.now = now }

// PageQuery returns what finds the ids of the recipients of a page, and its arguments but for the
// firm.
func (m *Manager) PageQuery(ctx context.Context, in RecipientsInput) (query string, args []any, err error) {
	c, err := find(ctx, m.db, in.ID, false)
	if err != nil {
		return "", nil, err
	}
	saved, err := c.saved()
	if err != nil {
		return "", nil, err
	}
	from, _, args := in.pageOf(c, saved.Marks, *in.PageSize, (*in.Page-1)**in.PageSize)
	query, _, _ = strings.Cut(strings.TrimPrefix(from, "("), ") AS page")
	return query, args, nil
}

// SetMarksEvery sets the distance of the marks of campaigns that begin.
func (m *Manager) SetMarksEvery(n int) { m.marksEvery = n }

// SetBatch sets how many contacts a step of preparing stores at most.
func (m *Manager) SetBatch(n int) { m.batch = n }
