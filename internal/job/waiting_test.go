package job_test

import (
	"context"
	"errors"
	"fmt"
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

// A step that is left to another process waits for it without using up an attempt.
func TestErrElsewhere(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, job.Config{})
		var calls atomic.Int32
		heard := b.failing(func(ctx context.Context, step *job.Step[count]) error {
			if calls.Add(1) < 3 {
				return errors.Join(b.mark(ctx, 100), fmt.Errorf("not here: %w", job.ErrElsewhere))
			}
			return b.mark(ctx, step.Attempt)
		})
		id, err := job.Insert(b.ctx, d, count{N: 1}, job.Options{})
		require.NoError(t, err)
		_, err = dbtest.SQL(b.ctx, d).Exec("UPDATE river_job SET max_attempts = 1")
		require.NoError(t, err)
		b.start(t)
		for _, want := range []job.Result{job.Waiting, job.Waiting, job.Done} {
			require.Equal(t, want, b.next(t))
		}
		b.state(t, id, job.Completed)
		require.Equal(t, []int{1}, b.marks(t), "the attempt is still the first one")
		require.Empty(t, heard)
	})
}

// A job waits whose initiator may not act because the firm is not active, even if the firm is
// active again when the runner looks.
func TestContextOf_ActiveAgain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, job.Config{Lookup: func(context.Context, uuid.UUID, viewer.Initiator) (*viewer.Viewer, error) {
			return nil, fault.New(fault.Unauthorized, "The firm is not active.").Because(viewer.ErrInactive)
		}})
		job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error { return b.mark(ctx, step.Args.N) })
		user := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.User, FirmID: b.firm, UserID: uuid.New()})
		_, err := job.Insert(user, d, count{N: 1}, job.Options{})
		require.NoError(t, err)
		b.start(t)
		require.Equal(t, job.Waiting, b.next(t))
		require.Empty(t, b.marks(t))
	})
}

// TestWake queues a job of a user in a firm that is not active, in which nobody may act. The job
// waits.
func TestWake(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var active atomic.Bool
		b := setup(t, d, job.Config{
			IsActive: func(context.Context, uuid.UUID) (bool, error) { return active.Load(), nil },
			Lookup: func(_ context.Context, firm uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
				if !active.Load() {
					return nil, fault.New(fault.Unauthorized, "The firm is not active.")
				}
				return &viewer.Viewer{Kind: by.Kind(), FirmID: firm, UserID: by.UserID}, nil
			},
		})
		job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error { return b.mark(ctx, step.Args.N) })
		user := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.User, FirmID: b.firm, UserID: uuid.New()})
		id, err := job.Insert(user, d, count{N: 1}, job.Options{})
		require.NoError(t, err)
		b.start(t)
		require.Equal(t, job.Waiting, b.next(t))
		require.Empty(t, b.marks(t))
		require.Eventually(t, func() bool { // the wait is stored after the step
			waiting, err := b.manager.List(t.Context(), []job.State{job.Scheduled}, 10)
			return err == nil && len(waiting) == 1 && waiting[0].ID == id
		}, patience, 10*time.Millisecond)

		active.Store(true)
		require.NoError(t, job.Wake(b.ctx, d, uuid.New())) // another firm
		require.NoError(t, job.Wake(b.ctx, d, b.firm))
		require.Equal(t, job.Done, b.next(t))
		require.Equal(t, []int{1}, b.marks(t))
	})
}
