package job_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// The one job of a firm does not wait for the thousands of another, and no step of a job waits for
// more than a few.
func TestFairness(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d, job.Config{Workers: 1})
		small, inSmall := dbtest.Firm(t, d, "Small")
		firms, proceed := make(chan uuid.UUID), make(chan struct{})
		job.Handle(b.runner, func(ctx context.Context, step *job.Step[count]) error {
			firms <- viewer.From(ctx).FirmID
			<-proceed
			if step.Args.N < step.Args.To {
				step.Next(count{N: step.Args.N + 1, To: step.Args.To})
			}
			return nil
		})
		require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
			for range 200 {
				if _, err := job.Insert(ctx, d, count{}, job.Options{}); err != nil {
					return err
				}
			}
			// All further ones would be queued like the last.
			_, err := dbtest.SQL(ctx, d).Exec(`INSERT INTO river_job (args, kind, metadata, priority, queue, scheduled_at, tags)
				SELECT l.args, l.kind, l.metadata, l.priority, l.queue, l.scheduled_at, l.tags
				FROM (SELECT args, kind, metadata, priority, queue, scheduled_at, tags FROM river_job ORDER BY id DESC LIMIT 1) AS l, (SELECT id FROM river_job LIMIT 100) AS a,
				(SELECT id FROM river_job LIMIT 100) AS b`)
			return err
		}))
		b.start(t)
		require.Equal(t, b.firm, receive(t, firms))
		_, err := job.Insert(inSmall, d, count{N: 1, To: 5}, job.Options{})
		require.NoError(t, err)
		for range 5 { // steps
			waited := 0
			for proceed <- struct{}{}; receive(t, firms) != small.ID; proceed <- struct{}{} {
				waited++
			}
			require.LessOrEqual(t, waited, 2)
		}
		b.stop()
		close(proceed)
		go func() {
			for range firms { //nolint:revive // those that began before the stop
			}
		}()
	})
}
