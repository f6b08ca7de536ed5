package event

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// cleanupBatch keeps each transaction short.
const cleanupBatch = 1000

// Cleanup deletes a batch of the events that were raised before a time, in all firms. It reports
// whether there may be more.
func Cleanup(ctx context.Context, d *db.DB, before time.Time) (more bool, err error) {
	defer fault.Wrap(&err, "event.Cleanup")
	across := d.AcrossFirms(rule.AcrossFirms(ctx, "delete old events of all firms"))
	for _, table := range []string{"raised_events", "numbered_events"} {
		deleted, err := across.Exec("DELETE FROM "+table+" WHERE (firm_id, id) IN (SELECT firm_id, id FROM "+table+
			" WHERE raised_at < $1 ORDER BY raised_at LIMIT $2)", before, cleanupBatch)
		if err != nil {
			return false, err
		}
		more = more || deleted == cleanupBatch
	}
	return more, nil
}
