package wallet

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// ChangeCurrency changes the currency of the wallet of a firm. The caller changes the currency of
// the firm in the same transaction. It returns Conflict if the wallet has entries.
func ChangeCurrency(ctx context.Context, d *db.DB, firmID uuid.UUID, currency string) error {
	changed, err := inFirm(ctx, d, firmID).Exec("UPDATE wallets SET currency = $2, updated_at = $3 WHERE firm_id = $1 AND last = 0",
		currency, entity.Now())
	if err != nil {
		return fmt.Errorf("wallet.ChangeCurrency: %w", err)
	}
	if changed == 0 {
		return fault.New(fault.Conflict, "The currency of a firm can't be changed once its wallet has transactions.")
	}
	return nil
}
