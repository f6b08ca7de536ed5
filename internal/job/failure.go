package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/riverqueue/river/rivertype"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// A job fails for good when a step is refused, when its initiator may no longer act, when its
// attempts are used up, and when an operator cancels it. River knows about that but the job's
// domain does not, because a step that fails is rolled back. So the domain is told in a separate
// transaction, which marks the job as told. A worker does that when one of its steps is refused.
// The runners find all other failures, also those whose process died, in the table of jobs.

const (
	// tellEvery is how often the runners look for failures that were not told.
	tellEvery = 2 * time.Second
	// tellAtOnce is how many jobs are found at once.
	tellAtOnce = 100
	// tellTimeout is how long an OnFailure may take.
	tellTimeout = StepTimeout
)

// errAttempts is part of the reason of a job whose attempts are used up.
var errAttempts = errors.New("job: the attempts are used up")

// OnFailure is called when a job fails for good, with the arguments of its last step. It is called
// in a separate transaction, as firmhub itself in the firm of the job. The reason is the
// [fault.Error] that ended the job, or an error that no client may read. If it returns an error, it
// is called again later. It is also called again for a job that was retried and fails again.
type OnFailure[A Args] func(ctx context.Context, args A, reason error) error

// tell decodes the arguments of a step and calls its OnFailure.
type tell func(ctx context.Context, encoded []byte, reason error) error

func (f OnFailure[A]) decode(ctx context.Context, encoded []byte, reason error) error {
	var e envelope[A]
	if err := json.Unmarshal(encoded, &e); err != nil {
		return fmt.Errorf("read the arguments: %w", err)
	}
	return f(viewer.NewContext(ctx, &viewer.Viewer{
		Kind: viewer.System, FirmID: e.Firm, Request: viewer.Request{ID: e.By.RequestID, Address: e.By.Address},
	}), e.Args, reason)
}

// tell calls OnFailure for a job that failed, unless that was done before.
func (r *Runner) tell(ctx context.Context, row *rivertype.JobRow, reason error) error {
	mark := `jsonb_set(metadata, '{told}', 'true')`
	if r.db.Dialect() == db.SQLite {
		mark = `jsonb_set(metadata, '$.told', json('true'))`
	}
	err := r.db.Tx(ctx, func(ctx context.Context) error {
		marked, err := r.db.Shared(ctx).Exec("UPDATE river_job SET metadata = "+mark+" WHERE id = $1 AND metadata->>'told' IS NULL", row.ID)
		if err != nil || marked == 0 {
			return err
		}
		return r.failed[row.Kind](ctx, row.EncodedArgs, reason)
	})
	if err != nil {
		return fmt.Errorf("job: tell the failure of %s %d: %w", row.Kind, row.ID, err)
	}
	return nil
}

// refused calls OnFailure for the job of this step, which was refused. If that fails, tellAll finds
// the job again.
func (r *Runner) refused(ctx context.Context, row *rivertype.JobRow, reason error) {
	if r.failed[row.Kind] == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tellTimeout)
	defer cancel()
	if err := r.tell(ctx, row, reason); err != nil {
		slog.ErrorContext(ctx, "a failed job", "error", err)
	}
}

// tellUntil calls tellAll until ctx is done.
func (r *Runner) tellUntil(ctx context.Context) {
	ticker := time.NewTicker(tellEvery)
	defer ticker.Stop()
	for {
		if err := r.tellAll(ctx); err != nil && ctx.Err() == nil {
			slog.ErrorContext(ctx, "failed jobs", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// tellAll calls OnFailure for the jobs that failed.
func (r *Runner) tellAll(ctx context.Context) error {
	args := make([]any, 0, len(r.failed))
	kinds := make([]string, 0, len(r.failed))
	for _, kind := range slices.Sorted(maps.Keys(r.failed)) {
		args = append(args, kind)
		kinds = append(kinds, "$"+strconv.Itoa(len(args)))
	}
	query := "SELECT id FROM river_job WHERE state IN ('cancelled', 'discarded') AND metadata->>'told' IS NULL AND kind IN (" +
		strings.Join(kinds, ", ") + ") ORDER BY id DESC LIMIT " + strconv.Itoa(tellAtOnce)
	found, err := db.All[int64](r.db.Shared(ctx), query, args...)
	if err != nil {
		return fmt.Errorf("job: find those that failed: %w", err)
	}
	var failures []error
	for _, id := range found {
		row, err := r.client.JobGet(ctx, id)
		if err == nil {
			err = r.tell(ctx, row, reasonOf(row))
		}
		failures = append(failures, err)
	}
	return errors.Join(failures...)
}

// reasonOf returns why a job failed whose worker did not call OnFailure.
func reasonOf(row *rivertype.JobRow) error {
	last := "no attempt has ended"
	if n := len(row.Errors); n > 0 {
		last = row.Errors[n-1].Error
	}
	if row.State == rivertype.JobStateCancelled && strings.Contains(string(row.Metadata), `"cancel_attempted_at"`) {
		return fault.New(fault.Conflict, "The job was cancelled by whoever runs this server.").Because(errors.New(last))
	}
	return fmt.Errorf("%w: %s", errAttempts, last)
}
