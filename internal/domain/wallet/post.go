package wallet

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// maxTurnover limits the sum of the absolute amounts of all entries of a wallet, together with what
// is held. So no sum of its entries overflows, whichever entries are selected, and what is held can
// always be charged.
const maxTurnover = money.Max

// post changes the balance and adds the entry, in the transaction of the context. It locks the
// wallet until the transaction ends, unless the wallet is locked already, so call it last. It
// returns InsufficientBalance if the available balance would fall below zero, and Conflict if the
// bank reference was credited before. After an error the transaction can't be committed.
func (a *account) post(ctx context.Context, d *db.DB, e *entry) (*Transaction, error) {
	e.firm, e.currency = a.firm, a.currency
	now := entity.Now()
	at, posted, err := a.append(ctx, d, e, now)
	if db.IsUnique(err) && e.bankRef != nil {
		return nil, errCredited(ctx, d, e, err)
	}
	if err != nil {
		return nil, err
	}
	if !posted {
		return nil, a.refusal(ctx, d, e)
	}
	return &Transaction{
		ID: e.id, Type: e.kind, Amount: e.amount, BalanceAfter: at.balanceAfter, Currency: e.currency, Reason: e.reason,
		BankRef: e.bankRef, Reference: e.reference, CreatedBy: e.actor.Name, CreatedAt: at.createdAt,
		number: at.number, day: at.day,
	}, nil
}

// append runs the statements of [account.post], and reports whether they changed the wallet.
func (a *account) append(ctx context.Context, d *db.DB, e *entry, now time.Time) (at place, posted bool, err error) {
	move := a.moveInPostgres
	if d.Dialect() == db.SQLite {
		move = a.moveInSQLite
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		var hash []byte
		if at, hash, posted, err = move(ctx, d, e, now); err != nil || !posted {
			return err
		}
		return a.add(ctx, d, e, at, hash)
	})
	return at, posted, err
}

// refusal returns why an entry was not posted. Mostly the available balance was too low, which may
// have changed since.
func (a *account) refusal(ctx context.Context, d *db.DB, e *entry) error {
	var turnover, held money.Amount
	found, err := inFirm(ctx, d, a.firm).Row([]any{&turnover, &held},
		"SELECT turnover, held FROM wallets WHERE firm_id = $1 AND currency = $2", a.currency)
	switch {
	case err != nil:
		return err
	case e.amount.Abs() > maxTurnover-turnover-held:
		return errTurnover(a.currency)
	case !found || e.amount > 0: // No balance is too low for a credit: the currency was changed meanwhile.
		return fault.New(fault.Conflict, "The currency of the wallet was changed at the same moment.")
	}
	return errInsufficient(e.amount.Abs(), a.currency)
}

func errInsufficient(amount money.Amount, currency string) error {
	return fault.New(fault.InsufficientBalance, "The available balance is less than %s %s.", amount, currency)
}

func errTurnover(currency string) error {
	return fault.New(fault.Conflict, "A wallet can't move more than %s %s in all.", maxTurnover, currency)
}

// errCredited returns a Conflict with the id of the entry that has the bank reference.
func errCredited(ctx context.Context, d *db.DB, e *entry, cause error) error {
	var first uuid.UUID
	// The transaction has failed, and the other entry is committed.
	found, err := inFirm(db.Outside(ctx), d, e.firm).Row([]any{&first}, `
SELECT id FROM wallet_entries WHERE firm_id = $1 AND bank_ref = $2 AND type = 'Credit'`, *e.bankRef)
	if err != nil {
		return err
	}
	if !found {
		return cause
	}
	conflict := fault.New(fault.Conflict, "This bank reference was credited to the firm already, by the transaction %s.", first)
	conflict.Details = fault.Details{{Field: "bankRef", Message: "was credited by the transaction " + first.String()}}
	return conflict.Because(cause)
}
