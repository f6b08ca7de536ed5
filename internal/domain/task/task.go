// Package task lets the super-firm look after the jobs of all firms.
package task

import (
	"context"
	"slices"
	"strconv"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	defaultLimit = 50
	maxLimit     = 100
)

// ListInput selects jobs.
type ListInput struct {
	// States are all states but completed by default.
	States []job.State
	// Limit is 50 by default.
	Limit *int
}

// Validate returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	if limit := in.Limit; limit != nil && (*limit < 1 || *limit > maxLimit) {
		faults.Add("limit", "must be from 1 to %d", maxLimit)
	}
	if len(in.States) > len(job.States()) {
		faults.Add("states", "must have at most %d entries", len(job.States()))
	}
	return faults
}

// List returns jobs of all firms, the newest first.
func List(ctx context.Context, jobs *job.Manager, in ListInput) ([]*job.Info, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	limit := defaultLimit
	if in.Limit != nil {
		limit = *in.Limit
	}
	states := in.States
	if len(states) == 0 {
		states = slices.DeleteFunc(job.States(), func(state job.State) bool { return state == job.Completed })
	}
	found, err := jobs.List(ctx, states, limit)
	if err != nil {
		return nil, err
	}
	all := make([]*job.Info, len(found))
	for i := range found {
		all[i] = &found[i]
	}
	return all, nil
}

// Retry continues a job, as [job.Manager.Retry] says, and records it in the audit log of its firm.
func Retry(ctx context.Context, d *db.DB, jobs *job.Manager, id string) (*job.Info, error) {
	return change(ctx, d, jobs, id, "job.retry", jobs.Retry)
}

// Cancel ends a job, as [job.Manager.Cancel] says, and records it in the audit log of its firm.
func Cancel(ctx context.Context, d *db.DB, jobs *job.Manager, id string) (*job.Info, error) {
	return change(ctx, d, jobs, id, "job.cancel", jobs.Cancel)
}

// change changes a job, and records that in the logs of its firm and of the viewer's. The queue has
// transactions of its own, so the entry follows the change.
func change(
	ctx context.Context, d *db.DB, jobs *job.Manager, id, action string, do func(context.Context, int64) error,
) (_ *job.Info, err error) {
	defer fault.Wrap(&err, action)
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, fault.New(fault.NotFound, "There is no such job.").Because(err)
	}
	before, err := jobs.Find(ctx, number)
	if err != nil {
		return nil, err
	}
	if err := do(ctx, number); err != nil {
		return nil, err
	}
	after, err := jobs.Find(ctx, number)
	if err != nil {
		return nil, err
	}
	logs := []uuid.UUID{viewer.From(ctx).FirmID}
	if before.FirmID != uuid.Nil {
		logs = audit.LogsOf(ctx, before.FirmID)
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		return audit.RecordIn(ctx, d, logs, audit.Change{
			Action: action, Target: audit.Target{Type: "job", Name: before.Kind + " " + id},
			Before: map[string]any{"state": before.State}, After: map[string]any{"state": after.State},
		})
	})
	return &after, err
}
