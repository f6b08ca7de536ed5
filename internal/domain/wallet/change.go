package wallet

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	maxReason  = 500
	maxBankRef = 100
	// maxAmount is the maximum amount of one posting.
	maxAmount = 1_000_000_000_000 * money.Unit
)

// CreditInput tops up a wallet.
type CreditInput struct {
	FirmID uuid.UUID
	// Amount is positive.
	Amount money.Amount
	Reason string
	// BankRef can be credited to a firm once. Nil or blank means none.
	BankRef *string
	// IdempotencyKey makes a repeated request return the first result. Nil or empty means none.
	IdempotencyKey *string
}

// Validate trims the texts and returns every fault.
func (in *CreditInput) Validate() fault.Details {
	var faults fault.Details
	checkPositive(&faults, in.Amount)
	checkPosting(&faults, &in.Reason, &in.BankRef, &in.IdempotencyKey)
	return faults
}

// AdjustInput corrects the balance of a wallet.
type AdjustInput struct {
	FirmID uuid.UUID
	// Amount is added to the balance. It is not zero.
	Amount                  money.Amount
	Reason                  string
	BankRef, IdempotencyKey *string
}

// Validate trims the texts and returns every fault.
func (in *AdjustInput) Validate() fault.Details {
	var faults fault.Details
	switch {
	case in.Amount == 0:
		faults.Add("amount", "must not be 0")
	case in.Amount.Abs() > maxAmount:
		faults.Add("amount", "must be from -%s to %s", maxAmount, maxAmount)
	}
	checkPosting(&faults, &in.Reason, &in.BankRef, &in.IdempotencyKey)
	return faults
}

// DiscountInput grants a discount, which is added to the balance.
type DiscountInput struct {
	FirmID uuid.UUID
	// Amount is positive.
	Amount         money.Amount
	Reason         string
	IdempotencyKey *string
}

// Validate trims the texts and returns every fault.
func (in *DiscountInput) Validate() fault.Details {
	var faults fault.Details
	checkPositive(&faults, in.Amount)
	checkPosting(&faults, &in.Reason, new(*string), &in.IdempotencyKey)
	return faults
}

func checkPositive(faults *fault.Details, amount money.Amount) {
	switch {
	case amount <= 0:
		faults.Add("amount", "must be greater than 0")
	case amount > maxAmount:
		faults.Add("amount", "must be at most %s", maxAmount)
	}
}

func checkPosting(faults *fault.Details, reason *string, bankRef, key **string) {
	plaintext.CheckName(faults, "reason", reason, maxReason)
	if *bankRef != nil {
		ref := **bankRef
		*bankRef = nil
		if plaintext.Check(faults, "bankRef", &ref, maxBankRef) && ref != "" {
			*bankRef = &ref
		}
	}
	if *key != nil {
		trimmed := strings.TrimSpace(**key)
		if *key = &trimmed; trimmed == "" {
			*key = nil
		}
	}
	checkKey(faults, *key)
}

// Credit adds to the balance of a firm. Only the super-firm may call it. It crosses firms by
// itself. It returns NotFound for a firm that does not exist. It returns Conflict for a bank
// reference that was credited to the firm before, with the id of that transaction, and for an
// idempotency key that the viewer's firm has used for another request, also for one for another
// firm.
func (l *Ledger) Credit(ctx context.Context, in CreditInput) (_ *Posted, err error) {
	defer fault.Wrap(&err, "wallet.Credit")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	return l.change(ctx, in.FirmID, in.IdempotencyKey, &entry{
		kind: walletentry.TypeCredit, amount: in.Amount, reason: in.Reason, bankRef: in.BankRef,
	})
}

// Adjust adds a signed amount to the balance of a firm, under the rules of [Ledger.Credit]. It
// returns InsufficientBalance if the available balance would fall below zero. The bank reference
// may have been used before.
func (l *Ledger) Adjust(ctx context.Context, in AdjustInput) (_ *Posted, err error) {
	defer fault.Wrap(&err, "wallet.Adjust")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	return l.change(ctx, in.FirmID, in.IdempotencyKey, &entry{
		kind: walletentry.TypeAdjustment, amount: in.Amount, reason: in.Reason, bankRef: in.BankRef,
	})
}

// Discount adds a discount to the balance of a firm, under the rules of [Ledger.Credit].
func (l *Ledger) Discount(ctx context.Context, in DiscountInput) (_ *Posted, err error) {
	defer fault.Wrap(&err, "wallet.Discount")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	return l.change(ctx, in.FirmID, in.IdempotencyKey, &entry{
		kind: walletentry.TypeDiscount, amount: in.Amount, reason: in.Reason,
	})
}

// change posts an entry to the wallet of a firm, and records that in the audit logs. A repeated key
// changes nothing.
func (l *Ledger) change(ctx context.Context, firm uuid.UUID, key *string, e *entry) (*Posted, error) {
	by := viewer.From(ctx)
	e.id, e.actor = entity.NewID(), ActorOf(by)
	ctx = rule.AcrossFirms(ctx, "change the balance of a firm")
	var posted *Transaction
	err := l.db.Tx(ctx, func(ctx context.Context) error {
		a, err := findFor(ctx, l.db, firm)
		if err != nil {
			return err
		}
		if key != nil {
			posted, err = a.take(ctx, l.db, *key, e.request(), e.id)
			if err != nil || posted != nil {
				return err
			}
			if err := a.reserve(ctx, l.db, by.FirmID, *key, e.id); err != nil {
				return err
			}
		}
		if err := recordChange(ctx, l.db, a, e); err != nil {
			return err
		}
		if posted, err = a.post(ctx, l.db, e); err != nil { // last, since it locks the wallet
			return err
		}
		if err := raiseCredited(ctx, l.db, a.firm, posted); err != nil {
			return err
		}
		return l.changed(ctx, a, posted.BalanceAfter-posted.Amount, posted.BalanceAfter)
	})
	if err != nil {
		return nil, err
	}
	return &Posted{Transaction: posted, Balance: posted.BalanceAfter}, nil
}

// request identifies the request, whoever makes it.
func (e *entry) request() []byte {
	bankRef := ""
	if e.bankRef != nil {
		bankRef = *e.bankRef
	}
	return requestHash(string(e.kind), e.amount.String(), e.reason, bankRef)
}

// recordChange writes a posting to the audit logs of the firm and of the viewer's firm.
func recordChange(ctx context.Context, d *db.DB, a *account, e *entry) error {
	after := map[string]any{"firmId": a.firm, "type": e.kind, "amount": e.amount, "currency": a.currency, "reason": e.reason}
	if e.bankRef != nil {
		after["bankRef"] = *e.bankRef
	}
	return audit.RecordIn(ctx, d, audit.LogsOf(ctx, a.firm), audit.Change{
		Action: "wallet." + strings.ToLower(string(e.kind)), Target: audit.Of("wallet", e.id, e.reason), After: after,
	})
}
