// Package task lets the super-firm look after the jobs of all firms.
package task

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

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
	maxPage      = 100
)

// Job is a job as the super-firm sees it.
type Job struct {
	// Number identifies the job.
	Number string
	Kind   string
	State  State
	// FirmID is nil for the work that firmhub does for all firms, and UserID where no user asked
	// for the work.
	FirmID, UserID *uuid.UUID
	// Attempt counts the attempts at the present step.
	Attempt int
	// At is when the step began, ended or will begin, depending on its state.
	At time.Time
	// Error is the error of the last attempt that failed, or nil.
	Error *string
}

// State is the state of a job: that of package job with a capital letter.
type State string

// The states of a job.
const (
	Available State = "Available"
	Scheduled State = "Scheduled"
	Running   State = "Running"
	Retryable State = "Retryable"
	Completed State = "Completed"
	Cancelled State = "Cancelled"
	Discarded State = "Discarded"
)

// of returns a job as the super-firm sees it.
func of(one job.Info) *Job {
	return &Job{
		Number: strconv.FormatInt(one.ID, 10), Kind: one.Kind, State: State(strings.ToUpper(string(one.State[:1])) + string(one.State[1:])),
		FirmID: unlessZero(one.FirmID), UserID: unlessZero(one.By.UserID), Attempt: one.Attempt, At: one.At, Error: unlessZero(one.Error),
	}
}

// unlessZero returns a value, or nil for its zero value.
func unlessZero[T comparable](value T) *T {
	if value == *new(T) {
		return nil
	}
	return &value
}

// ListInput selects jobs.
type ListInput struct {
	// States are all states but Completed by default.
	States []State
	// Page is counted from 1, and 1 by default.
	Page *int
	// Limit is how many jobs a page has, 50 by default.
	Limit *int
}

// Validate returns every fault.
func (in *ListInput) Validate() fault.Details {
	var faults fault.Details
	if limit := in.Limit; limit != nil && (*limit < 1 || *limit > maxLimit) {
		faults.Add("limit", "must be from 1 to %d", maxLimit)
	}
	if page := in.Page; page != nil && (*page < 1 || *page > maxPage) {
		faults.Add("page", "must be from 1 to %d", maxPage)
	}
	if len(in.States) > len(job.States()) {
		faults.Add("states", "must have at most %d entries", len(job.States()))
	}
	return faults
}

// List returns a page of the jobs of all firms, the newest first.
func List(ctx context.Context, jobs *job.Manager, in ListInput) ([]*Job, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	limit := defaultLimit
	if in.Limit != nil {
		limit = *in.Limit
	}
	page := 1
	if in.Page != nil {
		page = *in.Page
	}
	var states []job.State
	for _, state := range in.States {
		states = append(states, job.State(strings.ToLower(string(state))))
	}
	if len(states) == 0 {
		states = slices.DeleteFunc(job.States(), func(state job.State) bool { return state == job.Completed })
	}
	// The queue lists from the newest on, so a page reads those before it: a few thousand at most.
	found, err := jobs.List(ctx, states, page*limit)
	if err != nil {
		return nil, err
	}
	found = found[min(len(found), (page-1)*limit):]
	all := make([]*Job, len(found))
	for i, one := range found {
		all[i] = of(one)
	}
	return all, nil
}

// Retry continues a job, as [job.Manager.Retry] says, and records it in the audit log of its firm.
func Retry(ctx context.Context, d *db.DB, jobs *job.Manager, number string) (*Job, error) {
	return change(ctx, d, jobs, number, "job.retry", jobs.Retry)
}

// Cancel ends a job, as [job.Manager.Cancel] says, and records it in the audit log of its firm.
func Cancel(ctx context.Context, d *db.DB, jobs *job.Manager, number string) (*Job, error) {
	return change(ctx, d, jobs, number, "job.cancel", jobs.Cancel)
}

// change changes a job, and records that in the logs of its firm and of the viewer's. The queue has
// transactions of its own, so the entry follows the change.
func change(
	ctx context.Context, d *db.DB, jobs *job.Manager, number, action string, do func(context.Context, int64) error,
) (_ *Job, err error) {
	defer fault.Wrap(&err, action)
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil, fault.New(fault.NotFound, "There is no such job.").Because(err)
	}
	before, err := jobs.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := do(ctx, id); err != nil {
		return nil, err
	}
	after, err := jobs.Find(ctx, id)
	if err != nil {
		return nil, err
	}
	logs := []uuid.UUID{viewer.From(ctx).FirmID}
	if before.FirmID != uuid.Nil {
		logs = audit.LogsOf(ctx, before.FirmID)
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		return audit.RecordIn(ctx, d, logs, audit.Change{
			Action: action, Target: audit.Target{Type: "job", Name: before.Kind + " " + number},
			Before: map[string]any{"state": before.State}, After: map[string]any{"state": after.State},
		})
	})
	return of(after), err
}
