// Package wallet keeps the money of firms: a balance for each firm, and the ledger of its entries.
//
// Entries are only added. A posting is an UPDATE of the balance, which never falls below zero, nor
// below what is held, and an INSERT of the entry. The UPDATE locks the wallet until the end of the
// transaction, so that entries are numbered in the order of commits. After it, a posting takes only
// one more lock, that of the firm's notifications. Wallets of different firms never wait for each
// other. [Ledger] posts, and [Poster] charges many requests in one transaction. Entries are chained
// by hashes (see [entry.hash]), and [Verify] checks the chains.
//
// An entry is booked on a day of the firm's time zone at that moment. A later change of the time
// zone moves no entry to another month. The table wallet_days contains the number and sum of the
// entries of a day, by type, so that totals and summaries read days, not entries. For the dashboard
// of the super-firm, the table wallet_totals contains the sums of all firms on a day in UTC, once
// that day is closed (see [CloseDay]).
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

// Transaction is an entry of a ledger, as the API returns it.
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
	// CreatedBy is the e-mail address of a user at the time, the subject of an API client, or
	// firmhub.
	CreatedBy string
	CreatedAt time.Time

	number int64
	day    calendar.Day
}

// Open creates the wallet of a new firm, with a balance of 0. Functions that create firms call it.
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

// account is the data that a posting needs of a wallet. On PostgreSQL it is read before the wallet
// is locked. The currency of a wallet with entries never changes.
type account struct {
	id, firm uuid.UUID
	currency string
	zone     *time.Location
	// threshold is the threshold of a low balance, or nil for none.
	threshold *money.Amount
	// locked is the wallet if it is already locked and nothing was posted to it since.
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

// findFor returns the account of a firm for a posting in the transaction of the context. On SQLite,
// where the transaction has the database to itself, it locks the wallet.
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

// inFirm returns the scope of the rows of a firm. Whoever calls the functions of this package has
// checked that the viewer may do so for the firm: the super-firm may for all.
func inFirm(ctx context.Context, d *db.DB, firm uuid.UUID) db.Scope {
	return d.InFirm(rule.ForFirm(ctx, firm, "the wallet of a firm"))
}

func errNoFirm() error { return fault.New(fault.NotFound, "There is no such firm.") }

var errGone = errors.New("wallet: an entry is gone")
