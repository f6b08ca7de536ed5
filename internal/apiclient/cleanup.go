package apiclient

import (
	"context"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/record"
)

const (
	// callsKept is how long calls are kept.
	callsKept = 90 * day
	// cleanupBatch keeps each transaction short, since on SQLite all other writers wait for it.
	cleanupBatch = 1000
)

// Cleanup deletes a batch of the calls of all firms that are older than 90 days. It reports whether there may be more.
func Cleanup(ctx context.Context, d *db.DB) (more bool, err error) {
	defer fault.Wrap(&err, "apiclient.Cleanup")
	deleted, err := d.Exec(ctx, "DELETE FROM api_calls WHERE id IN (SELECT id FROM api_calls WHERE began_at < $1 LIMIT $2)",
		record.Now().Add(-callsKept), cleanupBatch)
	return deleted == cleanupBatch, err
}
