package hook_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/hook"
)

func TestCommits(t *testing.T) {
	t.Parallel()
	const others = 20
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		// during runs calls while the transaction of another one runs.
		during := func(t *testing.T, calls ...func(ctx context.Context) error) []error {
			t.Helper()
			commits, firm := hook.NewCommits(d), uuid.New()
			began, end := make(chan struct{}), make(chan struct{})
			var running errgroup.Group
			running.Go(func() error {
				return commits.Do(t.Context(), firm, func(context.Context) error {
					close(began)
					<-end
					return nil
				})
			})
			<-began
			errs := make([]error, len(calls))
			for i, call := range calls {
				running.Go(func() error {
					errs[i] = commits.Do(t.Context(), firm, call)
					return nil
				})
			}
			require.Eventually(t, func() bool { return commits.Waiting(firm) == len(calls) }, time.Minute, time.Millisecond)
			close(end)
			require.NoError(t, running.Wait())
			return errs
		}
		t.Run("OKShared", func(t *testing.T) {
			var mu sync.Mutex
			var steps []string
			add := func(step string) {
				mu.Lock()
				defer mu.Unlock()
				steps = append(steps, step)
			}
			var calls []func(context.Context) error
			var want []string
			for range others {
				calls = append(calls, func(ctx context.Context) error {
					add("store")
					db.AfterCommit(ctx, func(context.Context) error {
						add("committed")
						return nil
					})
					return nil
				})
			}
			for range others {
				want = append(want, "store")
			}
			for range others {
				want = append(want, "committed")
			}
			for _, err := range during(t, calls...) {
				require.NoError(t, err)
			}
			require.Equal(t, want, steps)
		})
		t.Run("ErrStore", func(t *testing.T) {
			bad := errors.New("a call that can't be stored")
			errs := during(t, func(context.Context) error { return nil }, func(context.Context) error { return bad })
			require.NoError(t, errs[0])
			require.ErrorIs(t, errs[1], bad)
		})
		t.Run("ErrGone", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			end := make(chan struct{})
			defer close(end)
			err := hook.NewCommits(d).Do(ctx, uuid.New(), func(context.Context) error {
				cancel()
				<-end
				return nil
			})
			require.ErrorIs(t, err, context.Canceled)
		})
	})
}
