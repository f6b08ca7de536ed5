package connections

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"
)

// watchInterval is how often connections are checked.
const watchInterval = time.Minute

// watchBatch is the maximum number of ids passed to a check.
const watchBatch = 1000

// Checks query the database for the ids that are still active. The firms of memberships and keys
// are in a separate list, so that a database that is distributed by firm queries few servers.
type Checks struct {
	Sessions, Firms   func(ctx context.Context, ids []uuid.UUID) (active []uuid.UUID, err error)
	Memberships, Keys func(ctx context.Context, firms, ids []uuid.UUID) (active []uuid.UUID, err error)
	// Admitted queries for the memberships that lack no second factor that their firm requires.
	Admitted func(ctx context.Context, firms, ids []uuid.UUID) (admitted []uuid.UUID, err error)
}

// Watch checks the open connections until ctx is done: each minute, and at once when messages of
// other instances may be missing. It ends the connections whose session, membership, firm or key is
// not active any more, and those to hubs that lack a second factor: the others are for people
// without one, too, and check each operation. So an end reaches all connections even if it was not
// published, for example by an instance or a command without a connection to the others.
func (r *Registry) Watch(ctx context.Context, checks Checks) {
	timer := time.NewTicker(watchInterval)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-r.missed:
		}
		if err := r.check(ctx, checks); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "connections: check what has ended", "error", err)
		}
	}
}

func (r *Registry) check(ctx context.Context, checks Checks) error {
	ofFirms := func(check func(context.Context, []uuid.UUID) ([]uuid.UUID, error)) activeCheck {
		return func(ctx context.Context, _, ids []uuid.UUID) ([]uuid.UUID, error) { return check(ctx, ids) }
	}
	letters := ends()
	return errors.Join(
		r.checkAll(ctx, letters['s'], ofFirms(checks.Sessions)),
		r.checkAll(ctx, letters['m'], checks.Memberships),
		r.checkAll(ctx, letters['f'], ofFirms(checks.Firms)),
		r.checkAll(ctx, letters['k'], checks.Keys),
		r.checkAll(ctx, ended{by: byMembership, reason: AccessChanged, from: Hub}, checks.Admitted),
	)
}

type activeCheck = func(ctx context.Context, firms, ids []uuid.UUID) (active []uuid.UUID, err error)

// checkAll ends the connections of the ids that are not active any more.
func (r *Registry) checkAll(ctx context.Context, end ended, check activeCheck) error {
	for batch := range slices.Chunk(r.opened(end), watchBatch) {
		firms, ids := make([]uuid.UUID, 0, len(batch)), make([]uuid.UUID, 0, len(batch))
		for _, o := range batch {
			firms, ids = append(firms, o.firm), append(ids, o.id)
		}
		slices.SortFunc(firms, compare)
		active, err := check(ctx, slices.Compact(firms), ids)
		if err != nil {
			return err
		}
		slices.SortFunc(active, compare)
		for _, id := range ids {
			if _, found := slices.BinarySearchFunc(active, id, compare); !found {
				r.end(end, id)
			}
		}
	}
	return nil
}

func compare(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) }

// opened is an id with which connections were opened, and its firm.
type opened struct{ id, firm uuid.UUID }

// opened returns the ids of the connections that an end can end.
func (r *Registry) opened(end ended) []opened {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []opened
	for name, members := range r.groups {
		if name.by == end.by && name.kind >= end.from {
			all = append(all, opened{id: name.id, firm: members[0].owner.Firm})
		}
	}
	return all
}
