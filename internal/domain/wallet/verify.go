package wallet

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/wallet"
	"github.com/firmhub/firmhub/ent/walletday"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// entriesAtOnce is how many entries are read at once.
	entriesAtOnce = 1000
	// maxFaults is how many faults of one wallet are reported.
	maxFaults = 20
)

// Fault is a fault in a ledger.
type Fault struct {
	// FirmID is zero for a sum of all firms.
	FirmID uuid.UUID
	// EntryID is nil for a fault of the whole wallet, and Number is then 0.
	EntryID *uuid.UUID
	Number  int64
	What    string
}

// Verified are the numbers of what [Verify] has read.
type Verified struct{ Wallets, Entries, Faults int64 }

// Verify checks the ledgers of all firms, or of one, and reports each fault. It checks that
//   - the entries are numbered without gaps;
//   - the hash of each entry covers its content and the entry before;
//   - each balance is the balance before plus the amount;
//   - the balance, the turnover, the amount spent and the counts of days are the sums of the
//     entries;
//   - for all firms, the sums of closed days are the sums of the counts.
//
// If an entry was changed, that entry is reported, not those after it.
//
// Verify reads each wallet as of one moment, so postings may continue. It needs the same memory for
// any number of entries. Only the command line calls it. It crosses firms by itself. Whoever
// can write to the database can still forge a ledger, by computing the whole chain again, or by
// removing the last entries and changing the wallet to match. Verify detects neither.
func Verify(ctx context.Context, d *db.DB, only *uuid.UUID, report func(Fault)) (v Verified, err error) {
	defer fault.Wrap(&err, "wallet.Verify")
	ctx = rule.AcrossFirms(ctx, "verify the ledgers of firms")
	err = d.EachFirm(ctx, only, func(snapshot *ent.Tx, firmID uuid.UUID) error { return v.verify(ctx, snapshot, firmID, report) })
	if err == nil && only == nil {
		err = v.closedDays(ctx, d, report)
	}
	return v, err
}

func (v *Verified) verify(ctx context.Context, snapshot *ent.Tx, firmID uuid.UUID, report func(Fault)) error {
	row, err := snapshot.Wallet.Query().Where(wallet.FirmID(firmID)).Only(ctx)
	if ent.IsNotFound(err) {
		v.Faults++
		report(Fault{FirmID: firmID, What: "the firm has no wallet"})
		return nil
	}
	if err != nil {
		return err
	}
	v.Wallets++
	c := &checker{wallet: row, hash: make([]byte, hashSize), days: map[dayKey]count{}, report: report}
	if err := c.entries(ctx, snapshot); err != nil {
		return err
	}
	c.whole()
	if err := c.counts(ctx, snapshot); err != nil {
		return err
	}
	v.Entries += c.read
	v.Faults += int64(c.faults)
	return nil
}

// checker follows the entries of a wallet.
type checker struct {
	wallet *ent.Wallet
	report func(Fault)
	faults int

	// The fields below are as of the last entry that was read.
	read, number      int64
	hash              []byte
	balance, turnover money.Amount
	day               calendar.Day
	at                time.Time
	spent             money.Amount // in the UTC month of at
	days              map[dayKey]count
}

type dayKey struct {
	day, utc calendar.Day
	kind     walletentry.Type
}

type count struct {
	n   int64
	sum money.Amount
}

func (c *checker) fault(e *ent.WalletEntry, format string, args ...any) {
	c.faults++
	if c.faults > maxFaults {
		return
	}
	f := Fault{FirmID: c.wallet.FirmID, What: fmt.Sprintf(format, args...)}
	if e != nil {
		f.EntryID, f.Number = &e.ID, e.Number
	}
	c.report(f)
}

// entries checks the entries in order.
func (c *checker) entries(ctx context.Context, snapshot *ent.Tx) error {
	for {
		rows, err := snapshot.WalletEntry.Query().
			Where(walletentry.FirmID(c.wallet.FirmID), walletentry.NumberGT(c.number)).
			Order(ent.Asc(walletentry.FieldNumber)).Limit(entriesAtOnce).All(ctx)
		if err != nil {
			return err
		}
		for _, row := range rows {
			c.entry(row)
		}
		if len(rows) < entriesAtOnce {
			return nil
		}
	}
}

func (c *checker) entry(row *ent.WalletEntry) {
	day := calendar.Day(row.Day)
	if row.Number != c.number+1 {
		c.fault(row, "entries %d to %d are missing", c.number+1, row.Number-1)
	} else {
		if row.BalanceAfter != c.balance+row.Amount {
			c.fault(row, "the balance after it is %s, and should be %s", row.BalanceAfter, c.balance+row.Amount)
		}
		at := place{number: row.Number, balanceAfter: row.BalanceAfter, createdAt: row.CreatedAt, day: day}
		if !bytes.Equal(row.Hash, c.posted(row).hash(c.hash, at)) {
			c.fault(row, "the hash is not that of its content after the entry before")
		}
	}
	if row.BalanceAfter < 0 {
		c.fault(row, "the balance after it is below zero")
	}
	if day < c.day {
		c.fault(row, "its day is before that of the entry before")
	}
	c.read++
	c.number, c.hash, c.balance, c.day = row.Number, row.Hash, row.BalanceAfter, day
	c.turnover += row.Amount.Abs()
	if c.at.Before(utcMonth(row.CreatedAt)) {
		c.spent = 0
	}
	c.at = row.CreatedAt
	c.spent += c.posted(row).spent()
	key := dayKey{day, calendar.DayOf(row.CreatedAt.UTC()), row.Type}
	sum := c.days[key]
	c.days[key] = count{sum.n + 1, sum.sum + row.Amount}
}

// posted returns an entry in the form in which it was posted.
func (c *checker) posted(row *ent.WalletEntry) *entry {
	return &entry{
		id: row.ID, firm: row.FirmID, kind: row.Type, amount: row.Amount, currency: c.wallet.Currency, reason: row.Reason,
		bankRef: row.BankRef, reference: row.Reference,
		actor: Actor{Kind: row.ActorKind, ID: row.ActorID, Name: row.ActorName},
	}
}

// whole compares the wallet with its entries.
func (c *checker) whole() {
	w := c.wallet
	if w.Last != c.number {
		c.fault(nil, "the last entry is %d, and should be %d", c.number, w.Last)
	}
	if w.Balance != c.balance {
		c.fault(nil, "the balance is %s, and that of the last entry %s", w.Balance, c.balance)
	}
	if w.Turnover != c.turnover {
		c.fault(nil, "the turnover is %s, and the sum of the entries %s", w.Turnover, c.turnover)
	}
	if c.read > 0 && !w.PostedAt.Equal(c.at) {
		c.fault(nil, "the time of the last entry is %s, and should be %s", c.at.UTC(), w.PostedAt.UTC())
	}
	if w.Spent != c.spent {
		c.fault(nil, "what was spent in the last month with entries is %s, and the sum of its debits %s", w.Spent, c.spent)
	}
	if !bytes.Equal(w.Hash, c.hash) {
		c.fault(nil, "the hash is not that of the last entry")
	}
}

// counts compares the counts of days, of which there are a few for each day, with the entries.
func (c *checker) counts(ctx context.Context, snapshot *ent.Tx) error {
	rows, err := snapshot.WalletDay.Query().Where(walletday.FirmID(c.wallet.FirmID)).All(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		key := dayKey{calendar.Day(row.Day), calendar.Day(row.UtcDay), walletentry.Type(row.Type)}
		if got, want := (count{row.N, row.Amount}), c.days[key]; got != want {
			c.fault(nil, "%s counts %d times %s with the sum %s, and should %d with %s",
				key.day, got.n, row.Type, got.sum, want.n, want.sum)
		}
		delete(c.days, key)
	}
	for key, want := range c.days {
		c.fault(nil, "%s does not count %d times %s with the sum %s", key.day, want.n, key.kind, want.sum)
	}
	return nil
}
