package job

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/tracing"
)

// Step is one step of a job that runs.
type Step[A Args] struct {
	// ID is the id of the job, as [Insert] returned it.
	ID   int64
	Args A
	// Attempt counts from 1.
	Attempt int

	next  *A
	after time.Duration
}

// Next queues another step, whose args contain the progress of the work. The step is queued when
// this step commits. A job is done after a step that does not call Next.
func (s *Step[A]) Next(args A) { s.NextAfter(0, args) }

// NextAfter is [Step.Next] with a delay.
func (s *Step[A]) NextAfter(wait time.Duration, args A) { s.next, s.after = &args, wait }

// worker runs the steps of one kind.
type worker[A Args] struct {
	river.WorkerDefaults[envelope[A]]

	runner *Runner
	work   func(context.Context, *Step[A]) error
}

// Work implements river.Worker.
func (w *worker[A]) Work(ctx context.Context, row *river.Job[envelope[A]]) error {
	began := time.Now()
	result := Retried
	if row.Attempt >= row.MaxAttempts {
		result = Failed
	}
	ctx, span := w.runner.tracer.StartTrace(ctx, tracing.Consumer, "job "+row.Kind)
	defer func() { // of a panic too, which River recovers from
		w.runner.observe(row.Kind, result, time.Since(began))
		if span != nil {
			describe(span, row.JobRow, row.Args.Firm, row.Args.By.RequestID, result)
		}
	}()
	select {
	case <-w.runner.stopping: // River ends a fetch that is under way, and starts the jobs of that fetch.
		result = Waiting
		return river.JobSnooze(0)
	default:
	}
	ctx, stop := watch(ctx, w.runner.db, row.ID, row.Attempt)
	defer stop()
	next, err := w.run(ctx, row)
	switch {
	case err == nil && next:
		result = Continued
		return nil
	case err == nil:
		result = Done
		return nil
	case errors.Is(err, errWaiting):
		result = Waiting
		return river.JobSnooze(waitFor)
	case errors.Is(err, ErrElsewhere):
		result = Waiting
		return river.JobSnooze(leaveFor(time.Since(row.CreatedAt)))
	case errors.Is(err, errTaken), ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded):
		result = Stopped
		return err
	case final(err):
		result = Failed
	}
	slog.WarnContext(ctx, "a job failed", "kind", row.Kind, "job", row.ID, "attempt", row.Attempt,
		"result", string(result), "request", row.Args.By.RequestID, "error", err)
	if final(err) {
		w.runner.refused(ctx, row.JobRow, err)
		return river.JobCancel(err)
	}
	return err
}

// describe ends the span of a step.
func describe(span *tracing.Span, row *rivertype.JobRow, firm uuid.UUID, request string, result Result) {
	span.Text("firmhub.job.kind", row.Kind)
	span.Number("firmhub.job.id", int(row.ID))
	span.Number("firmhub.job.attempt", row.Attempt)
	span.Text("firmhub.job.result", string(result))
	span.Text("firmhub.request", request)
	if firm != uuid.Nil {
		span.Text("firmhub.firm", firm.String())
	}
	if result == Retried || result == Failed {
		span.Fail()
	}
	span.End()
}

// run does the work, ends the step and queues the next one, all in one transaction.
func (w *worker[A]) run(ctx context.Context, row *river.Job[envelope[A]]) (next bool, err error) {
	e := row.Args
	if e.Job == 0 {
		e.Job = row.ID
	}
	ctx, err = w.runner.contextOf(ctx, e.Firm, e.By)
	if err != nil {
		return false, err
	}
	step := &Step[A]{ID: e.Job, Args: e.Args, Attempt: row.Attempt}
	err = w.runner.db.Tx(ctx, func(ctx context.Context) error {
		if err := w.work(ctx, step); err != nil {
			return err
		}
		if err := end(ctx, w.runner.db, row.ID, row.Attempt); err != nil {
			return err
		}
		if step.next == nil {
			return nil
		}
		e.Args = *step.next
		_, err := insert(ctx, w.runner.db, e, step.after)
		return err
	})
	return step.next != nil, err
}

// errTaken is returned when the step was cancelled meanwhile, or counted as dead and was given to
// another worker.
var errTaken = errors.New("job: the step was cancelled, or is another worker's by now")

// end marks a step as done in the transaction of its work. If the step does not belong to this
// attempt any more it returns errTaken, which rolls the work back.
func end(ctx context.Context, d *db.DB, id int64, attempt int) error {
	changed, err := d.Shared(ctx).Exec(`UPDATE river_job SET state = 'completed', finalized_at = CURRENT_TIMESTAMP
		WHERE id = $1 AND state = 'running' AND attempt = $2 AND metadata->>'cancel_attempted_at' IS NULL`, id, attempt)
	if err != nil {
		return fmt.Errorf("job: end step %d: %w", id, err)
	}
	if changed == 0 {
		return errTaken
	}
	return nil
}

// final reports whether another attempt would return the same error: a refusal that does not pass
// by itself.
func final(err error) bool {
	refusal, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return false
	}
	switch refusal.Code { //nolint:exhaustive // all other codes refuse the request itself
	case fault.InternalError, fault.Unavailable, fault.TooManyRequests:
		return false
	}
	return true
}
