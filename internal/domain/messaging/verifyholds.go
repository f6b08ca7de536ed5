package messaging

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
)

// VerifyHolds compares what is held of the wallets of all firms, or of one, with the prices of the
// messages in the queue and what campaigns have reserved. It reports each fault, and returns how
// many there are. Only the command line calls it. It crosses firms by itself.
func VerifyHolds(ctx context.Context, d *db.DB, only *uuid.UUID, report func(Fault)) (faults int64, err error) {
	defer fault.Wrap(&err, "messaging.VerifyHolds")
	ctx = rule.AcrossFirms(ctx, "verify what is held for messages")
	err = d.EachFirm(ctx, only, func(_ *ent.Tx, firm uuid.UUID) error {
		var held, queued money.Amount
		// One statement reads both as of one moment.
		found, err := d.InFirm(rule.ForFirm(ctx, firm, "verify what is held for messages")).Row([]any{&held, &queued}, `
SELECT w.held, CAST((SELECT coalesce(sum(o.price), 0) FROM outgoing_messages o WHERE o.firm_id = $1)
  + (SELECT coalesce(sum(c.reserved), 0) FROM campaigns c WHERE c.firm_id = $1) AS bigint)
FROM wallets w WHERE w.firm_id = $1`)
		if err == nil && found && held != queued {
			faults++
			report(Fault{firm, fmt.Sprintf(
				"%s is held, and the prices of the messages in the queue and the reserves of campaigns are %s", held, queued)})
		}
		return err
	})
	return faults, err
}
