package dbtest

import (
	"context"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
)

// SQL returns the scope of all rows, for what a test arranges or checks by hand.
func SQL(ctx context.Context, d *db.DB) db.Scope {
	return d.AcrossFirms(rule.AcrossFirms(ctx, "a test"))
}
