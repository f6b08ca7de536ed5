package privacy_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/privacy"
	"github.com/firmhub/firmhub/internal/job"
)

// jobs returns the ids of the erasures in a state, the oldest first.
func (b *bundle) jobs(t *testing.T, state job.State) []int64 {
	t.Helper()
	all, err := db.All[int64](dbtest.SQL(t.Context(), b.DB),
		"SELECT id FROM river_job WHERE kind = 'contact.erase' AND CAST(state AS text) = $1 ORDER BY id", string(state))
	require.NoError(t, err)
	return all
}

// An erasure that has failed for good goes on later, unless it was cancelled.
func TestErase_failed(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKGoesOn", func(t *testing.T) {
			b := newBundle(t, d)
			id := b.fill(t)
			require.NoError(t, b.Erase(b.ctx, id))
			run := func(sql string) {
				_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE river_job SET " + sql + " WHERE kind = 'contact.erase' AND finalized_at IS NULL")
				require.NoError(t, err)
			}
			run("max_attempts = 1")
			right := b.Manager
			b.Manager = privacy.NewManager(d, b.files, b.messages, nil, nil, privacy.Config{}) // without a key
			stop := b.start(t)
			require.Eventually(t, func() bool { return len(b.jobs(t, job.Scheduled)) == 1 }, time.Minute, 20*time.Millisecond)
			stop()
			require.Len(t, b.jobs(t, job.Discarded), 1)
			manager, err := job.NewManager(d)
			require.NoError(t, err)
			waiting, err := manager.Find(t.Context(), b.jobs(t, job.Scheduled)[0])
			require.NoError(t, err)
			require.InDelta(t, 6*time.Hour, time.Until(waiting.At), float64(10*time.Minute))

			b.Manager = right
			require.NoError(t, manager.Retry(t.Context(), waiting.ID))
			stop = b.start(t)
			require.Eventually(t, func() bool {
				unfinished, err := dbtest.SQL(t.Context(), d).Row([]any{new(int64)}, "SELECT id FROM river_job WHERE finalized_at IS NULL LIMIT 1")
				return err == nil && !unfinished
			}, time.Minute, 20*time.Millisecond)
			stop()
			for _, needle := range needles {
				require.Empty(t, b.mentions(t, needle), needle)
			}
		})
		t.Run("OKCancelled", func(t *testing.T) {
			b := newBundle(t, d)
			require.NoError(t, b.Erase(b.ctx, b.create(t, firstName, lastName, number, mail).ID))
			manager, err := job.NewManager(d)
			require.NoError(t, err)
			require.NoError(t, manager.Cancel(t.Context(), b.jobs(t, job.Available)[0]))
			stop := b.start(t)
			require.Eventually(t, func() bool {
				told, err := dbtest.SQL(t.Context(), d).Row([]any{new(int64)},
					"SELECT id FROM river_job WHERE state = 'cancelled' AND metadata->>'told' IS NOT NULL")
				return err == nil && told
			}, time.Minute, 20*time.Millisecond)
			stop()
			require.Len(t, b.jobs(t, job.Cancelled), 1)
			require.Empty(t, b.jobs(t, job.Scheduled))
		})
	})
}
