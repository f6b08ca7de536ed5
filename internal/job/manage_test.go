package job_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
)

// A running step sees its context end, and the job does not go on.
func TestCancel(t *testing.T) {
	t.Parallel()
	for name, pollOnly := range map[string]bool{"Listening": false, "PollOnly": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				b := setup(t, d, job.Config{PollOnly: pollOnly})
				began := make(chan struct{})
				job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error {
					if step.Args.N == 2 {
						close(began)
						<-ctx.Done()
					}
					step.Next(count{N: step.Args.N + 1})
					return nil // as if nothing had happened
				})
				b.start(t)
				id, err := job.Insert(b.ctx, d, count{N: 1}, job.Options{})
				require.NoError(t, err)
				require.Equal(t, job.Continued, b.next(t))
				receive(t, began)
				require.NoError(t, b.manager.Cancel(t.Context(), id)) // named by its first step
				require.Equal(t, job.Stopped, b.next(t))
				b.state(t, id, job.Cancelled)
			})
		})
	}
}

// A step that was cancelled while it committed has no effect.
func TestCancelAtTheEnd(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, job.Config{PollOnly: true})
		job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error {
			if err := b.manager.Cancel(context.WithoutCancel(t.Context()), step.ID); err != nil {
				return err
			}
			step.Next(count{N: 2})
			return b.mark(ctx, 1)
		})
		b.start(t)
		id, err := job.Insert(b.ctx, d, count{N: 1}, job.Options{})
		require.NoError(t, err)
		require.Equal(t, job.Stopped, b.next(t))
		b.state(t, id, job.Cancelled)
		require.Empty(t, b.marks(t))
	})
}

// A job that was cancelled, while it waited or ran, is worked to its end when it is retried, and is
// told again when it is cancelled again.
func TestRetry_Cancelled(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Run("Waiting", func(t *testing.T) {
			t.Parallel()
			b := setup(t, dbtest.Open(t, dialect), job.Config{})
			job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error { return b.mark(ctx, step.Args.N) })
			id, err := job.Insert(b.ctx, b.DB, count{N: 1}, job.Options{After: time.Hour})
			require.NoError(t, err)
			require.NoError(t, b.manager.Cancel(t.Context(), id))
			b.start(t)
			require.NoError(t, b.manager.Retry(t.Context(), id))
			require.Equal(t, job.Done, b.next(t))
			b.state(t, id, job.Completed)
			require.Equal(t, []int{1}, b.marks(t))
		})
		t.Run("Running", func(t *testing.T) {
			t.Parallel()
			b := setup(t, dbtest.Open(t, dialect), job.Config{})
			began, goOn := make(chan struct{}, 1), make(chan struct{})
			heard := b.failing(func(ctx context.Context, step *job.Step[count]) error {
				began <- struct{}{}
				select {
				case <-goOn:
				case <-ctx.Done():
					return ctx.Err()
				}
				return b.mark(ctx, step.Args.N)
			})
			b.start(t)
			id, err := job.Insert(b.ctx, b.DB, count{N: 1}, job.Options{})
			require.NoError(t, err)
			for n := range 2 {
				receive(t, began)
				require.NoError(t, b.manager.Cancel(t.Context(), id))
				require.Equal(t, job.Stopped, b.next(t))
				require.True(t, fault.Is(receive(t, heard).reason, fault.Conflict))
				b.state(t, id, job.Cancelled)
				b.marksOf(t, n+1) // What the domain did about that is committed.
				require.NoError(t, b.manager.Retry(t.Context(), id))
			}
			receive(t, began)
			close(goOn)
			require.Equal(t, job.Done, b.next(t))
			b.state(t, id, job.Completed)
			require.Equal(t, []int{1, 101, 101}, b.marks(t))
		})
	})
}

func TestList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, job.Config{})
		first, err := job.Insert(b.ctx, d, count{N: 1}, job.Options{})
		require.NoError(t, err)
		second, err := job.Insert(b.ctx, d, count{N: 2}, job.Options{After: time.Hour})
		require.NoError(t, err)
		list := func(states ...job.State) (ids []int64) {
			t.Helper()
			found, err := b.manager.List(t.Context(), states, 10)
			require.NoError(t, err)
			for _, one := range found {
				require.Equal(t, "test.count", one.Kind)
				require.Equal(t, b.firm, one.FirmID)
				ids = append(ids, one.ID)
			}
			return ids
		}
		require.Equal(t, []int64{second, first}, list(job.States()...))
		require.Equal(t, []int64{second}, list(job.Scheduled))
		require.NoError(t, b.manager.Cancel(t.Context(), first))
		require.Equal(t, []int64{first}, list(job.Cancelled))
		require.NoError(t, b.manager.Cancel(t.Context(), first), "once more")
		require.NoError(t, b.manager.Retry(t.Context(), first))
		require.NoError(t, b.manager.Retry(t.Context(), second))
		require.Equal(t, []int64{second, first}, list(job.Available))
		counts, err := b.manager.Count(t.Context())
		require.NoError(t, err)
		require.Equal(t, map[job.State]int{
			job.Available: 2, job.Scheduled: 0, job.Running: 0, job.Retryable: 0, job.Cancelled: 0, job.Discarded: 0,
		}, counts)

		t.Run("Conflict", func(t *testing.T) {
			require.True(t, fault.Is(b.manager.Retry(t.Context(), first), fault.Conflict))
			_, err := dbtest.SQL(b.ctx, d).Exec("UPDATE river_job SET state = 'completed', finalized_at = CURRENT_TIMESTAMP")
			require.NoError(t, err)
			require.True(t, fault.Is(b.manager.Retry(t.Context(), first), fault.Conflict))
			require.True(t, fault.Is(b.manager.Cancel(t.Context(), first), fault.Conflict))
		})
		t.Run("NotFound", func(t *testing.T) {
			for name, act := range map[string]func(context.Context, int64) error{
				"retry": b.manager.Retry, "cancel": b.manager.Cancel,
			} {
				require.True(t, fault.Is(act(t.Context(), 1<<40), fault.NotFound), name)
			}
		})
	})
}
