package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// State is the state of a job.
type State string

// The states of a job. A failed job is discarded when its attempts are used up, and cancelled when
// it was refused, or when somebody cancelled it.
const (
	Available State = "available"
	Scheduled State = "scheduled"
	Running   State = "running"
	Retryable State = "retryable"
	Completed State = "completed"
	Cancelled State = "cancelled"
	Discarded State = "discarded"
)

// States returns all states, in the order of a job's life.
func States() []State {
	return []State{Available, Scheduled, Running, Retryable, Completed, Cancelled, Discarded}
}

// Info describes the newest step of a job.
type Info struct {
	// ID is the id of the job, and Step the id of the step.
	ID, Step int64
	Kind     string
	State    State
	// FirmID is zero for the work that firmhub does for all firms.
	FirmID uuid.UUID
	By     viewer.Initiator
	// Attempt counts the attempts at this step.
	Attempt int
	// At is when the step began, ended or will begin, depending on its state.
	At time.Time
	// Error is the error of the last attempt that failed. It is empty if none did.
	Error string
}

// Manager lists and changes the jobs of all firms. It checks no permissions.
type Manager struct {
	db     *db.DB
	client client
}

// NewManager returns a manager for a migrated database.
func NewManager(d *db.DB) (*Manager, error) {
	made, err := newClient(d, &river.Config{})
	if err != nil {
		return nil, fmt.Errorf("job: %w", err)
	}
	return &Manager{db: d, client: made}, nil
}

// List returns at most limit steps in one of the states, the newest first.
func (m *Manager) List(ctx context.Context, states []State, limit int) (all []Info, err error) {
	defer fault.Wrap(&err, "job.List")
	named := make([]rivertype.JobState, len(states))
	for i, state := range states {
		named[i] = rivertype.JobState(state)
	}
	found, err := m.client.JobList(ctx, river.NewJobListParams().States(named...).
		OrderBy(river.JobListOrderByID, river.SortOrderDesc).First(limit))
	if err != nil {
		return nil, err
	}
	for _, row := range found.Jobs {
		described, err := info(row)
		if err != nil {
			return nil, err
		}
		all = append(all, described)
	}
	return all, nil
}

// Find returns the newest step of a job, or NotFound. Finished jobs are kept for a day, failed ones
// for a week.
func (m *Manager) Find(ctx context.Context, id int64) (_ Info, err error) {
	defer fault.Wrap(&err, "job.Find")
	step, err := m.newest(ctx, id)
	if err != nil {
		return Info{}, err
	}
	row, err := m.client.JobGet(ctx, step)
	if errors.Is(err, rivertype.ErrNotFound) {
		return Info{}, notFound(id).Because(err)
	}
	if err != nil {
		return Info{}, err
	}
	return info(row)
}

// Cancel ends a job. A waiting step does not begin, and the context of a running step ends. Cancel
// returns Conflict for a job that has finished.
func (m *Manager) Cancel(ctx context.Context, id int64) (err error) {
	defer fault.Wrap(&err, "job.Cancel")
	for last := int64(0); ; {
		step, err := m.newest(ctx, id)
		if err != nil {
			return err
		}
		if step == last {
			return fault.New(fault.Conflict, "The job %d has finished.", id)
		}
		row, err := m.client.JobCancel(ctx, step)
		if errors.Is(err, rivertype.ErrNotFound) {
			return notFound(id).Because(err)
		}
		if err != nil {
			return err
		}
		if row.State == rivertype.JobStateRunning || row.State == rivertype.JobStateCancelled {
			return nil
		}
		last = step // It ended in the meantime, perhaps with a next step.
	}
}

// Retry continues a failed or cancelled job where it was. A job that waits for its next attempt
// continues now. Retry returns Conflict for every other job.
func (m *Manager) Retry(ctx context.Context, id int64) (err error) {
	defer fault.Wrap(&err, "job.Retry")
	found, err := m.Find(ctx, id)
	if err != nil {
		return err
	}
	switch found.State {
	case Cancelled, Discarded, Retryable, Scheduled:
	case Available, Running, Completed:
		return fault.New(fault.Conflict, "The job %d is %s.", id, found.State)
	}
	// Nobody sees the step in between: one that has failed and is not told would be told again, and
	// one that is available and counts as cancelled could not end.
	return m.db.Tx(ctx, func(ctx context.Context) error {
		err := m.db.NativeTx(ctx, func(ctx context.Context, tx any) error { return m.client.retryTx(ctx, tx, found.Step) })
		if err != nil {
			return err
		}
		return m.forgetFailure(ctx, found.Step)
	})
}

// forgetFailure removes from the metadata of a step that it was cancelled and told. So it can end,
// and if it fails again the runners call OnFailure again. A step that runs is left as it is.
func (m *Manager) forgetFailure(ctx context.Context, step int64) error {
	cleared := "metadata - 'told' - 'cancel_attempted_at'"
	if m.db.Dialect() == db.SQLite {
		cleared = "jsonb_remove(metadata, '$.told', '$.cancel_attempted_at')"
	}
	_, err := m.db.Shared(ctx).Exec("UPDATE river_job SET metadata = "+cleared+` WHERE id = $1 AND state <> 'running'
		AND (metadata->>'told' IS NOT NULL OR metadata->>'cancel_attempted_at' IS NOT NULL)`, step)
	return err
}

// newest returns the id of the newest step of a job. The id may be the id of any of its steps.
func (m *Manager) newest(ctx context.Context, id int64) (int64, error) {
	const query = `SELECT coalesce(max(id), 0) FROM river_job WHERE id = CAST($1 AS bigint) OR args->>'job' =
		coalesce((SELECT args->>'job' FROM river_job WHERE id = CAST($1 AS bigint)), CAST($1 AS text))`
	found, err := db.All[int64](m.db.Shared(ctx), query, strconv.FormatInt(id, 10))
	if err != nil {
		return 0, err
	}
	if found[0] == 0 {
		return 0, notFound(id)
	}
	return found[0], nil
}

func notFound(id int64) *fault.Error { return fault.New(fault.NotFound, "There is no job %d.", id) }

func info(row *rivertype.JobRow) (Info, error) {
	var e envelope[none]
	if err := json.Unmarshal(row.EncodedArgs, &e); err != nil {
		return Info{}, fmt.Errorf("read the arguments of %d: %w", row.ID, err)
	}
	described := Info{
		ID: row.ID, Step: row.ID, Kind: row.Kind, State: State(row.State), FirmID: e.Firm, By: e.By, Attempt: row.Attempt,
		At: row.ScheduledAt,
	}
	if e.Job != 0 {
		described.ID = e.Job
	}
	switch {
	case row.FinalizedAt != nil:
		described.At = *row.FinalizedAt
	case row.State == rivertype.JobStateRunning && row.AttemptedAt != nil:
		described.At = *row.AttemptedAt
	}
	if n := len(row.Errors); n > 0 {
		described.Error = strings.TrimPrefix(row.Errors[n-1].Error, "JobCancelError: ")
	}
	return described, nil
}

// none discards the arguments of a job.
type none struct{}

func (none) Kind() string { return "" }

// Count returns how many steps are in each state. It does not count those that succeeded.
func (m *Manager) Count(ctx context.Context) (map[State]int, error) {
	counts := map[State]int{}
	named := make([]string, 0, len(States()))
	for _, state := range States() {
		if state != Completed {
			counts[state] = 0
			named = append(named, "'"+string(state)+"'")
		}
	}
	found, err := db.All[struct {
		State State
		N     int
	}](m.db.Shared(ctx), "SELECT CAST(state AS text) AS state, count(*) AS n FROM river_job WHERE state IN ("+
		strings.Join(named, ", ")+") GROUP BY state")
	if err != nil {
		return nil, fmt.Errorf("job.Count: %w", err)
	}
	for _, one := range found {
		counts[one.State] = one.N
	}
	return counts, nil
}
