package apiclient

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// callsKept is how long calls are kept.
	callsKept = 90 * day
	// cleanupBatch keeps each transaction short, since on SQLite all other writers wait for it.
	cleanupBatch = 1000
)

// Cleanup deletes a batch of the calls of a firm that are older than 90 days. It reports whether
// there may be more.
func Cleanup(ctx context.Context, d *db.DB) (more bool, err error) {
	defer fault.Wrap(&err, "apiclient.Cleanup")
	before := entity.Now().Add(-callsKept)
	across := d.AcrossFirms(rule.AcrossFirms(ctx, "find old calls of any firm"))
	firms, err := db.All[uuid.UUID](across, "SELECT firm_id FROM api_calls WHERE began_at < $1 ORDER BY began_at LIMIT 1", before)
	if err != nil || len(firms) == 0 {
		return false, err
	}
	firm := d.InFirm(rule.ForFirm(ctx, firms[0], "delete old calls"))
	_, err = firm.Exec("DELETE FROM api_calls WHERE firm_id = $1 AND "+d.AmongSelected("id",
		"SELECT id FROM api_calls WHERE firm_id = $1 AND began_at < $2 ORDER BY began_at LIMIT $3"), before, cleanupBatch)
	return true, err
}
