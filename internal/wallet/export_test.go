package wallet

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/money"
	"github.com/firmhub/firmhub/internal/record"
	"github.com/firmhub/firmhub/internal/viewer"
)

// PostStatement is for the benchmark, which gives it to pgbench.
const PostStatement = postStatement

// PostAt posts an entry at another time than now, which must not be before the last entry.
func PostAt(ctx context.Context, d *db.DB, firm uuid.UUID, kind walletentry.Type, amount money.Amount, now time.Time) error {
	a, err := find(ctx, d, firm)
	if err != nil {
		return err
	}
	e := &entry{
		id: record.NewID(), firm: firm, kind: kind, amount: amount, currency: a.currency, reason: now.Format(time.RFC3339),
		actor: actorOf(viewer.From(ctx)),
	}
	_, _, err = a.append(ctx, d, e, now)
	return err
}
