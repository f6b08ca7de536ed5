package job

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/internal/db"
)

// watchEvery is how often a step checks whether it was cancelled. On PostgreSQL, River is notified
// of that at once.
const watchEvery = time.Second

// watch returns a context that ends when the step does not belong to this attempt any more: it was
// cancelled, or counted as dead and was given to another worker. The caller calls stop.
func watch(ctx context.Context, d *db.DB, id int64, attempt int) (watched context.Context, stop func()) {
	watched, end := context.WithCancelCause(ctx)
	go func() {
		ticker := time.NewTicker(watchEvery)
		defer ticker.Stop()
		for {
			select {
			case <-watched.Done():
				return
			case <-ticker.C:
			}
			ours, err := db.All[int](d.Shared(watched), `SELECT count(*) FROM river_job
				WHERE id = $1 AND state = 'running' AND attempt = $2 AND metadata->>'cancel_attempted_at' IS NULL`, id, attempt)
			if err == nil && ours[0] == 0 {
				end(errTaken)
			}
		}
	}()
	return watched, func() { end(nil) }
}
