package wallet

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// credited is the data of an event wallet.credited: the transaction as the REST API answers it. It
// never changes.
type credited struct {
	ID           uuid.UUID        `json:"id"`
	Type         walletentry.Type `json:"type"`
	Amount       money.Amount     `json:"amount"`
	BalanceAfter money.Amount     `json:"balanceAfter"`
	Currency     string           `json:"currency"`
	Reason       string           `json:"reason"`
	BankRef      *string          `json:"bankRef"`
	Reference    *string          `json:"reference"`
	CreatedBy    string           `json:"createdBy"`
	CreatedAt    time.Time        `json:"createdAt"`
}

// raiseCredited raises the event of a credit, in the firm of the wallet.
func raiseCredited(ctx context.Context, d *db.DB, firm uuid.UUID, t *Transaction) error {
	if t.Type != walletentry.TypeCredit {
		return nil
	}
	data := credited{
		t.ID, t.Type, t.Amount, t.BalanceAfter, t.Currency, t.Reason, t.BankRef, t.Reference, t.CreatedBy, t.CreatedAt.UTC(),
	}
	ctx = rule.ForFirm(ctx, firm, "raise the event of a credit in the firm of the wallet")
	return event.Raise(ctx, d, event.Raised{Type: event.WalletCredited, Record: t.ID, Data: data})
}
