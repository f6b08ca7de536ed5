package wallet

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

// ReadDashboardAt is [ReadDashboard] at another time than now.
var ReadDashboardAt = readDashboard

// LookEvery makes feeds look at this interval. It must be called before anyone watches.
func (l *Ledger) LookEvery(interval time.Duration) { l.lookEvery = interval }

// CreditBetween credits a firm, and does something else between the look at the wallet and the
// posting, and between that and the look for the reason of its refusal.
func CreditBetween(ctx context.Context, d *db.DB, firm uuid.UUID, amount money.Amount, found, refused func()) error {
	a, err := find(ctx, d, firm)
	if err != nil {
		return err
	}
	found()
	e := &entry{
		id: entity.NewID(), firm: firm, kind: walletentry.TypeCredit, amount: amount, currency: a.currency, reason: "Top-up",
		actor: ActorOf(viewer.From(ctx)),
	}
	_, posted, err := a.append(ctx, d, e, entity.Now())
	if err != nil || posted {
		return err
	}
	refused()
	return a.refusal(ctx, d, e)
}

// PostAt posts an entry at another time than now. The time must not be before the last entry.
func PostAt(ctx context.Context, d *db.DB, firm uuid.UUID, kind walletentry.Type, amount money.Amount, now time.Time) error {
	a, err := find(ctx, d, firm)
	if err != nil {
		return err
	}
	e := &entry{
		id: entity.NewID(), firm: firm, kind: kind, amount: amount, currency: a.currency, reason: now.Format(time.RFC3339),
		actor: ActorOf(viewer.From(ctx)),
	}
	_, _, err = a.append(ctx, d, e, now)
	return err
}
