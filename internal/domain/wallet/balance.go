package wallet

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// Balance is the balance of a firm.
type Balance struct {
	Balance money.Amount
	// Held is the part of the balance that is held for messages which will be charged later.
	Held     money.Amount
	Currency string
	// LastUpdated is when the balance changed, or when the wallet was opened.
	LastUpdated time.Time
	// LowBalanceThreshold is the balance below which the firm is notified, or nil for none.
	LowBalanceThreshold *money.Amount

	// version grows with each change of the wallet.
	version int64
}

// Available returns what can be charged, held or taken away: the balance without what is held. It
// is never negative.
func (b *Balance) Available() money.Amount { return b.Balance - b.Held }

// CurrentBalance returns the balance of a firm, or NotFound for a firm that does not exist. It does
// not check the caller.
func CurrentBalance(ctx context.Context, d *db.DB, firm uuid.UUID) (*Balance, error) {
	b := &Balance{}
	found, err := inFirm(ctx, d, firm).Row([]any{&b.Balance, &b.Held, &b.Currency, &b.LastUpdated, &b.version, &b.LowBalanceThreshold}, `
SELECT w.balance, w.held, w.currency, w.posted_at, w.last + w.holds, f.low_balance_threshold FROM wallets w JOIN firms f ON f.id = w.firm_id
WHERE w.firm_id = $1 AND f.id = $1`)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errNoFirm()
	}
	b.LastUpdated = b.LastUpdated.UTC()
	return b, nil
}
