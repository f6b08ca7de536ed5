package job_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// told is what a domain was told about a failed job.
type told struct {
	args   count
	by     *viewer.Viewer
	reason error
}

// failing registers a kind of job whose step n calls work, and returns what its domain is told.
func (b *bundle) failing(work func(context.Context, *job.Step[count]) error) <-chan told {
	heard := make(chan told, 10)
	job.Handle(b.runner, work, func(ctx context.Context, args count, reason error) error {
		heard <- told{args, viewer.From(ctx), reason}
		return b.mark(ctx, 100+args.N)
	})
	return heard
}

// A domain learns that a job failed for good, with the arguments of the step that failed, and once.
func TestOnFailure(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Run("Refused", func(t *testing.T) {
			t.Parallel()
			b := setup(t, dbtest.Open(t, dialect), job.Config{})
			heard := b.failing(func(ctx context.Context, step *job.Step[count]) error {
				if step.Args.N == 1 {
					step.Next(count{N: 2})
					return nil
				}
				return errors.Join(b.mark(ctx, step.Args.N), fault.New(fault.NotFound, "There is no such file."))
			})
			b.start(t)
			id, err := job.Insert(viewer.NewContext(t.Context(), &viewer.Viewer{
				Kind: viewer.User, FirmID: b.firm, UserID: uuid.New(), Request: viewer.Request{ID: "r-1"},
			}), b.DB, count{N: 1}, job.Options{})
			require.NoError(t, err)
			got := receive(t, heard)
			require.Equal(t, count{N: 2}, got.args)
			require.Equal(t, &viewer.Viewer{Kind: viewer.System, FirmID: b.firm, Request: viewer.Request{ID: "r-1"}}, got.by)
			require.True(t, fault.Is(got.reason, fault.NotFound))
			b.state(t, id, job.Cancelled)
			require.Equal(t, []int{102}, b.marksOf(t, 1))

			require.NoError(t, b.manager.Retry(t.Context(), id))
			require.Equal(t, count{N: 2}, receive(t, heard).args, "it failed again")
			b.state(t, id, job.Cancelled)
			require.Equal(t, []int{102, 102}, b.marksOf(t, 2))
		})
		t.Run("RightsGone", func(t *testing.T) {
			t.Parallel()
			b := setup(t, dbtest.Open(t, dialect), job.Config{Lookup: func(context.Context, uuid.UUID, viewer.Initiator) (*viewer.Viewer, error) {
				return nil, fault.New(fault.Unauthorized, "Ann has left.")
			}})
			heard := b.failing(func(context.Context, *job.Step[count]) error { return nil })
			b.start(t)
			_, err := job.Insert(viewer.NewContext(t.Context(), &viewer.Viewer{
				Kind: viewer.User, FirmID: b.firm, UserID: uuid.New(),
			}), b.DB, count{N: 1}, job.Options{})
			require.NoError(t, err)
			require.True(t, fault.Is(receive(t, heard).reason, fault.Unauthorized))
		})
		t.Run("AttemptsUsedUp", func(t *testing.T) {
			t.Parallel()
			b := setup(t, dbtest.Open(t, dialect), job.Config{})
			heard := b.failing(func(context.Context, *job.Step[count]) error { panic("a bug") })
			id, err := job.Insert(b.ctx, b.DB, count{N: 1}, job.Options{})
			require.NoError(t, err)
			_, err = dbtest.SQL(b.ctx, b.DB).Exec("UPDATE river_job SET max_attempts = 1")
			require.NoError(t, err)
			b.start(t)
			got := receive(t, heard)
			require.ErrorContains(t, got.reason, "a bug")
			_, refusal := errors.AsType[*fault.Error](got.reason)
			require.False(t, refusal)
			b.state(t, id, job.Discarded)
			require.Equal(t, []int{101}, b.marksOf(t, 1)) // The domain is told before its own work is committed.
		})
		t.Run("Cancelled", func(t *testing.T) {
			t.Parallel()
			b := setup(t, dbtest.Open(t, dialect), job.Config{})
			began := make(chan struct{}, 1)
			heard := b.failing(func(ctx context.Context, _ *job.Step[count]) error {
				began <- struct{}{}
				<-ctx.Done()
				return ctx.Err()
			})
			waiting, err := job.Insert(b.ctx, b.DB, count{N: 1}, job.Options{After: time.Hour})
			require.NoError(t, err)
			require.NoError(t, b.manager.Cancel(t.Context(), waiting)) // while no runner runs
			b.start(t)
			got := receive(t, heard)
			require.Equal(t, 1, got.args.N)
			require.True(t, fault.Is(got.reason, fault.Conflict))
			running, err := job.Insert(b.ctx, b.DB, count{N: 2}, job.Options{})
			require.NoError(t, err)
			receive(t, began)
			require.NoError(t, b.manager.Cancel(t.Context(), running))
			require.Equal(t, 2, receive(t, heard).args.N)
			require.Equal(t, []int{101, 102}, b.marksOf(t, 2))
		})
		t.Run("ErrDomain", func(t *testing.T) {
			t.Parallel()
			b := setup(t, dbtest.Open(t, dialect), job.Config{})
			var calls atomic.Int32
			heard := make(chan struct{}, 10)
			job.Handle(b.runner, func(context.Context, *job.Step[count]) error { return fault.New(fault.NotFound, "No.") },
				func(ctx context.Context, args count, _ error) error {
					if calls.Add(1) == 1 {
						return errors.Join(b.mark(ctx, args.N), errors.New("the network is away"))
					}
					heard <- struct{}{}
					return b.mark(ctx, 100+args.N)
				})
			b.start(t)
			_, err := job.Insert(b.ctx, b.DB, count{N: 1}, job.Options{})
			require.NoError(t, err)
			receive(t, heard)
			require.Equal(t, []int{101}, b.marksOf(t, 1), "what the first call did is rolled back")
		})
	})
}

// A failed job is never untold while it is retried: a runner that looks for failures at that moment
// would tell it again, and not when it fails once more.
func TestRetry_StaysTold(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, job.Config{})
		fail := make(chan struct{}, 1)
		heard := b.failing(func(context.Context, *job.Step[count]) error {
			<-fail // after Retry, which may be slow
			return fault.New(fault.NotFound, "There is no such file.")
		})
		b.start(t)
		id, err := job.Insert(b.ctx, d, count{N: 1}, job.Options{})
		require.NoError(t, err)
		b.refuseUntold(t)
		fail <- struct{}{}
		receive(t, heard)
		b.state(t, id, job.Cancelled)
		require.NoError(t, b.manager.Retry(t.Context(), id))
		fail <- struct{}{}
		receive(t, heard)
	})
}

// refuseUntold makes the database refuse that a job has failed and is not told any more.
func (b *bundle) refuseUntold(t *testing.T) {
	t.Helper()
	const untold = `OLD.metadata->>'told' IS NOT NULL AND NEW.metadata->>'told' IS NULL AND NEW.state IN ('cancelled', 'discarded')`
	statements := []string{
		"CREATE TRIGGER test_refuse_untold BEFORE UPDATE ON river_job WHEN " + untold + " BEGIN SELECT RAISE(ABORT, 'untold'); END",
	}
	if b.Dialect() == db.Postgres {
		statements = []string{
			"CREATE FUNCTION test_refuse_untold() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'untold'; END$$",
			"CREATE TRIGGER test_refuse_untold BEFORE UPDATE ON river_job FOR EACH ROW WHEN (" + untold +
				") EXECUTE FUNCTION test_refuse_untold()",
		}
	}
	for _, statement := range statements {
		_, err := dbtest.SQL(t.Context(), b.DB).Exec(statement)
		require.NoError(t, err)
	}
}

// marksOf waits for so many marks.
func (b *bundle) marksOf(t *testing.T, n int) []int {
	t.Helper()
	require.Eventually(t, func() bool { return len(b.marks(t)) >= n }, patience, 5*time.Millisecond)
	return b.marks(t)
}
