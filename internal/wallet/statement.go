package wallet

import (
	"context"
	"math"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/stream"
)

// The years that entries can be of.
const (
	minYear = 2000
	maxYear = 9999
	months  = 12
)

// StatementInput selects the statement of a month, as the firm counts days.
type StatementInput struct {
	FirmID      uuid.UUID
	Year, Month int
}

// Validate returns every fault.
func (in *StatementInput) Validate() fault.Details {
	var faults fault.Details
	if in.Year < minYear || in.Year > maxYear {
		faults.Add("year", "must be from %d to %d", minYear, maxYear)
	}
	if in.Month < 1 || in.Month > months {
		faults.Add("month", "must be from 1 to %d", months)
	}
	return faults
}

// Statement returns the entries of a month, the oldest first. It returns NotFound for a firm that does not exist. It is for the
// command line and the super-firm, and crosses firms by itself.
func Statement(ctx context.Context, d *db.DB, in StatementInput) (_ *stream.Table, err error) {
	defer fault.Wrap(&err, "wallet.Statement")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "the statement of a firm")
	a, err := find(ctx, d, in.FirmID)
	if err != nil {
		return nil, err
	}
	of := daysOfMonth(in.Year, in.Month)
	next, err := a.firstSince(ctx, d, of.first)
	if err != nil {
		return nil, err
	}
	return &stream.Table{
		Columns: []string{
			"id", "createdAt", "date", "type", "amount", "balanceAfter", "currency", "reason", "bankRef", "reference", "createdBy",
		},
		Next: func(ctx context.Context, rows *stream.Rows) (more bool, err error) {
			defer fault.Wrap(&err, "wallet.Statement")
			entries, err := d.Client.WalletEntry.Query().
				Where(walletentry.FirmID(a.firm), walletentry.NumberGTE(next)).
				Order(ent.Asc(walletentry.FieldNumber)).Limit(entriesAtOnce).
				All(rule.AcrossFirms(ctx, "the statement of a firm"))
			if err != nil {
				return false, err
			}
			for _, row := range entries {
				if row.Day > of.last { // Days are in the order of numbers.
					return false, nil
				}
				a.writeRow(rows, row)
				next = row.Number + 1
			}
			return len(entries) == entriesAtOnce, nil
		},
	}, nil
}

// firstSince returns the number of the first entry on or after a day; the greatest number if there is none.
func (a *account) firstSince(ctx context.Context, d *db.DB, day int) (int64, error) {
	first := int64(math.MaxInt64)
	for _, kind := range []Type{walletentry.TypeDebit, walletentry.TypeCredit, walletentry.TypeDiscount, walletentry.TypeAdjustment} {
		var number int64
		found, err := d.Row(ctx, []any{&number}, `
SELECT number FROM wallet_entries WHERE firm_id = $1 AND type = $2 AND day >= $3 ORDER BY day, number LIMIT 1`, a.firm, string(kind), day)
		if err != nil {
			return 0, err
		}
		if found {
			first = min(first, number)
		}
	}
	return first, nil
}

func (a *account) writeRow(rows *stream.Rows, row *ent.WalletEntry) {
	rows.ID(row.ID)
	rows.Time(row.CreatedAt)
	rows.Text(dateOf(row.Day))
	rows.Text(string(row.Type))
	rows.Number(row.Amount.String())
	rows.Number(row.BalanceAfter.String())
	rows.Text(a.currency)
	rows.Text(row.Reason)
	for _, text := range []*string{row.BankRef, row.Reference} {
		if text == nil {
			rows.Null()
		} else {
			rows.Text(*text)
		}
	}
	rows.Text(row.ActorName)
	rows.End()
}
