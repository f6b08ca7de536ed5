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
	Balance  money.Amount
	Currency string
	// LastUpdated is when the balance changed, or when the wallet was opened.
	LastUpdated time.Time

	number int64 // the number of the last entry
}

// CurrentBalance returns the balance of a firm, or NotFound for a firm that does not exist. It does
// not check the caller.
func CurrentBalance(ctx context.Context, d *db.DB, firm uuid.UUID) (*Balance, error) {
	b := &Balance{}
	found, err := inFirm(ctx, d, firm).Row([]any{&b.Balance, &b.Currency, &b.LastUpdated, &b.number},
		"SELECT balance, currency, posted_at, last FROM wallets WHERE firm_id = $1")
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errNoFirm()
	}
	b.LastUpdated = b.LastUpdated.UTC()
	return b, nil
}
