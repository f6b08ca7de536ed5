package campaign

import (
	"context"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
)

// Working is how many campaigns with a status the server works on, and how many of their recipients
// wait for their message.
type Working struct {
	Status             Status
	Campaigns, Waiting int
}

// CountWorking returns the campaigns of all firms that the server works on: those that are
// scheduled, prepared or running, that wait for their template, or that are cleaned up after their
// end. Only the metrics call it.
func CountWorking(ctx context.Context, d *db.DB) ([]Working, error) {
	return db.All[Working](d.AcrossFirms(rule.AcrossFirms(ctx, "count campaigns that the server works on")), `
SELECT status, count(*) AS campaigns, CAST(sum(waiting) AS bigint) AS waiting FROM campaigns WHERE run_at IS NOT NULL GROUP BY status`)
}
