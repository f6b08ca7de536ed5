package firm

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// ActiveIDs returns the active firms among those passed. Only the server itself calls it.
func ActiveIDs(ctx context.Context, d *db.DB, ids []uuid.UUID) (active []uuid.UUID, err error) {
	defer fault.Wrap(&err, "firm.ActiveIDs")
	ctx = rule.AcrossFirms(ctx, "the connections of a process are in many firms")
	return d.Client.Firm.Query().Where(firm.IDIn(ids...), firm.IsActive(true)).IDs(ctx)
}
