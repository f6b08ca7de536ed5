// Package wallet keeps the money of firms: a balance for each firm, and the ledger of its entries.
//
// An entry is only ever added, in one statement with the change of the balance, which never falls below zero. The statement
// locks the wallet until the end of the transaction, so that entries are numbered in the order of commits. The only lock that a
// posting takes after it is that of the firm's notifications, and wallets of different firms never wait for each other. [Ledger]
// posts, and [Poster] charges many requests in one transaction. Entries are chained by hashes (see [entry.hash]), and
// [Verify] checks the chains.
//
// An entry is booked on a day of the firm's time zone as it is at that moment; a later change of the time zone moves no entry to
// another month. How many entries there are on a day and their sums are kept in wallet_days, by type, so that totals and
// summaries read days, not entries. What all firms were credited and charged on a day in UTC is kept in wallet_totals once the day is
// closed (see [CloseDay]), for the dashboard of the super-firm.
package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Transaction is an entry of a ledger, as the API shows it.
type Transaction struct {
	ID           uuid.UUID
	Type         walletentry.Type
	Amount       money.Amount // debits are negative
	BalanceAfter money.Amount
	Currency     string
	Reason       string
	// BankRef is unique among the credits of a firm.
	BankRef *string
	// Reference is what a debit is for, such as a campaign.
	Reference *string
	// CreatedBy is the e-mail address of a user at the time, the subject of an API client, or firmhub.
	CreatedBy string
	CreatedAt time.Time

	number int64
	day    calendar.Day
}

// Open gives a new firm its wallet, with a balance of 0. It is for whatever creates firms.
func Open(ctx context.Context, d *db.DB, firmID uuid.UUID, currency string) error {
	now := entity.Now()
	_, err := inFirm(ctx, d, firmID).Exec(`
INSERT INTO wallets (id, created_at, updated_at, firm_id, currency, balance, turnover, last, day, hash, posted_at, spent)
VALUES ($2, $3, $3, $1, $4, 0, 0, 0, 0, $5, $3, 0)`, entity.NewID(), now, currency, make([]byte, hashSize))
	if err != nil {
		return fmt.Errorf("wallet.Open: %w", err)
	}
	return nil
}

// account is what a posting needs to know of a wallet, on PostgreSQL before it locks it. The currency of a wallet with
// entries never changes.
type account struct {
	id, firm uuid.UUID
	currency string
	zone     *time.Location
	// threshold is that of a low balance; nil for none.
	threshold *money.Amount
	// locked is the wallet, if it is locked already and nothing was posted to it since.
	locked *state
}

// find returns the account of a firm, or NotFound for a firm that does not exist.
func find(ctx context.Context, d *db.DB, firmID uuid.UUID) (*account, error) {
	a := &account{firm: firmID}
	var zone string
	found, err := inFirm(ctx, d, firmID).Row([]any{&a.id, &a.currency, &zone, &a.threshold}, `
SELECT w.id, w.currency, f.time_zone, f.low_balance_threshold FROM wallets w JOIN firms f ON f.id = w.firm_id
WHERE w.firm_id = $1 AND f.id = $1`)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errNoFirm()
	}
	a.zone, err = calendar.Zone(zone)
	return a, err
}

// findFor returns the account of a firm for a posting in the transaction of the context. On SQLite, where that has the database to
// itself, it locks the wallet.
func findFor(ctx context.Context, d *db.DB, firmID uuid.UUID) (*account, error) {
	if d.Dialect() != db.SQLite {
		return find(ctx, d, firmID)
	}
	s, err := lock(ctx, d, firmID)
	if err != nil {
		return nil, err
	}
	a := s.account
	a.locked = s
	return &a, nil
}

// inFirm returns the scope of the rows of a firm. Whoever calls the functions of this package has checked that the viewer may do so for the
// firm: the super-firm may for all.
func inFirm(ctx context.Context, d *db.DB, firm uuid.UUID) db.Scope {
	return d.InFirm(rule.ForFirm(ctx, firm, "the wallet of a firm"))
}

func errNoFirm() error { return fault.New(fault.NotFound, "There is no such firm.") }

var errGone = errors.New("wallet: an entry is gone")
