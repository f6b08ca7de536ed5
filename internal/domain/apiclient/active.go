package apiclient

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// ActiveIDs returns the API clients among those passed whose key is neither revoked nor expired.
// All of them are in these firms. Only the server itself calls it.
func ActiveIDs(ctx context.Context, d *db.DB, firms, ids []uuid.UUID) (active []uuid.UUID, err error) {
	defer fault.Wrap(&err, "apiclient.ActiveIDs")
	ctx = rule.AcrossFirms(ctx, "the connections of a process are in many firms")
	return d.Client.APIClient.Query().Where(apiclient.FirmIDIn(firms...), apiclient.IDIn(ids...), apiclient.RevokedAtIsNil(),
		apiclient.Or(apiclient.ExpiresAtIsNil(), apiclient.ExpiresAtGT(time.Now()))).IDs(ctx)
}
