package wallet

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Past is an entry with an earlier time.
type Past struct {
	At   time.Time
	Type walletentry.Type
	// Amount is the amount of the entry. Debits are negative.
	Amount             money.Amount
	Reason             string
	BankRef, Reference *string
}

// AddHistory adds entries with earlier times to the wallet of a new firm. They must be in the order
// of their times, and in the past. Nothing can be added before them later, and they notify nobody.
// Their days are no longer closed. It returns Conflict for a wallet with entries. Only the demo
// calls it: an entry that the API posts has the time of its posting.
func AddHistory(ctx context.Context, d *db.DB, firmID uuid.UUID, past []Past) (err error) {
	defer fault.Wrap(&err, "wallet.AddHistory")
	if len(past) == 0 {
		return nil
	}
	a, err := find(ctx, d, firmID)
	if err != nil {
		return err
	}
	return d.Tx(ctx, func(ctx context.Context) error {
		// An entry is never before posted_at. While there is no entry, posted_at is when the wallet
		// was opened.
		empty, err := inFirm(ctx, d, firmID).Exec("UPDATE wallets SET posted_at = $2 WHERE firm_id = $1 AND last = 0", past[0].At)
		if err != nil {
			return err
		}
		if empty == 0 {
			return fault.New(fault.Conflict, "The wallet has entries already.")
		}
		if err := reopenDays(ctx, d, calendar.DayOf(past[0].At.UTC())); err != nil {
			return err
		}
		for _, p := range past {
			e := &entry{
				id: entity.NewID(), firm: a.firm, kind: p.Type, amount: p.Amount, currency: a.currency, reason: p.Reason,
				bankRef: p.BankRef, reference: p.Reference, actor: ActorOf(viewer.From(ctx)),
			}
			_, posted, err := a.append(ctx, d, e, p.At)
			if err != nil {
				return err
			}
			if !posted {
				return a.refusal(ctx, d, e)
			}
		}
		return nil
	})
}
