package job_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Only one of two instances runs a periodic task, and once in a period, also when one of them
// restarts.
func TestEvery(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		runs := make(chan *viewer.Viewer, 10)
		const century = 100 * 365 * 24 * time.Hour
		instance := func() *bundle {
			b := &bundle{DB: d, ctx: t.Context(), results: make(chan job.Result, 10)}
			b.runner = job.NewRunner(job.Config{DB: d})
			job.Every(b.runner, century, count{}, func(ctx context.Context, _ *job.Step[count]) error {
				runs <- viewer.From(ctx)
				return nil
			})
			return b
		}
		first, second := instance(), instance()
		first.start(t)
		require.Equal(t, &viewer.Viewer{Kind: viewer.System}, receive(t, runs))
		second.start(t)
		for _, b := range []*bundle{second, first} {
			b.stop()
			require.NoError(t, b.runner.Wait())
		}
		third := instance()
		job.Every(third.runner, century, other{}, func(ctx context.Context, _ *job.Step[other]) error {
			runs <- viewer.From(ctx)
			return nil
		})
		third.start(t)
		receive(t, runs) // the other task
		queued, err := db.All[int](dbtest.SQL(t.Context(), d), "SELECT count(*) FROM river_job WHERE kind = 'test.count'")
		require.NoError(t, err)
		require.Equal(t, []int{1}, queued)
	})
}

type other struct{}

func (other) Kind() string { return "test.other" }

// A runner that stops begins no steps and lets those that run end.
func TestStop(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, job.Config{Drain: time.Minute})
		began, proceed := make(chan int, 10), make(chan struct{})
		job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error {
			began <- step.Args.N
			<-proceed
			return b.mark(ctx, step.Args.N)
		})
		ctx, stop := context.WithCancel(b.ctx)
		defer stop()
		require.NoError(t, b.runner.Start(ctx))
		running, err := job.Insert(b.ctx, d, count{N: 1}, job.Options{})
		require.NoError(t, err)
		require.Equal(t, 1, receive(t, began))
		stop()
		late, err := job.Insert(b.ctx, d, count{N: 2}, job.Options{})
		require.NoError(t, err)
		close(proceed)
		require.NoError(t, b.runner.Wait())
		require.Equal(t, []int{1}, b.marks(t))
		require.Empty(t, began)
		b.state(t, running, job.Completed)
		b.state(t, late, job.Available)
	})
}

// A step that takes too long when its runner stops is rolled back, and runs again elsewhere.
func TestStop_TakesTooLong(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, job.Config{Drain: 10 * time.Millisecond})
		began := make(chan int, 10)
		job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error {
			began <- step.Args.N
			<-ctx.Done()
			return b.mark(context.WithoutCancel(ctx), step.Args.N)
		})
		ctx, stop := context.WithCancel(b.ctx)
		defer stop()
		require.NoError(t, b.runner.Start(ctx))
		slow, err := job.Insert(b.ctx, d, count{N: 1}, job.Options{})
		require.NoError(t, err)
		require.Equal(t, 1, receive(t, began))
		stop()
		require.NoError(t, b.runner.Wait())
		require.Empty(t, b.marks(t))
		require.Empty(t, began)
		waiting := b.state(t, slow, job.Available)
		require.Zero(t, waiting.Attempt, "a stop is not a failed attempt")

		next := setupAgain(d)
		job.Handle(next.runner, func(ctx context.Context, step *job.Step[count]) error { return b.mark(ctx, step.Args.N) })
		next.ctx = b.ctx
		next.start(t)
		require.Equal(t, job.Done, next.next(t))
		require.Equal(t, []int{1}, b.marks(t))
	})
}

// setupAgain makes another runner on the same database.
func setupAgain(d *db.DB) *bundle {
	b := &bundle{DB: d, results: make(chan job.Result, 1000)}
	b.runner = job.NewRunner(job.Config{DB: d, Observe: func(_ string, result job.Result, _ time.Duration) { b.results <- result }})
	return b
}
