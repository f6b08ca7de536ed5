package wallet

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// Statement returns the transactions of a month at this moment, the oldest first. It returns
// NotFound for a firm that does not exist.
func Statement(ctx context.Context, d *db.DB, firmID uuid.UUID, in MonthInput) (_ *stream.Table, err error) {
	defer fault.Wrap(&err, "wallet.Statement")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	a, err := find(ctx, d, firmID)
	if err != nil {
		return nil, err
	}
	first, last, err := a.numbers(ctx, d, daysOfMonth(in.in(a.zone, entity.Now())))
	if err != nil {
		return nil, err
	}
	return &stream.Table{
		Columns: []string{
			"id", "createdAt", "date", "type", "amount", "balanceAfter", "currency", "reason", "bankRef", "reference", "createdBy",
		},
		Next: func(ctx context.Context, rows *stream.Rows) (more bool, err error) {
			defer fault.Wrap(&err, "wallet.Statement")
			entries, err := a.read(ctx, d, query{
				above: position{number: first - 1}, below: position{number: last + 1}, limit: entriesAtOnce,
			})
			if err != nil {
				return false, err
			}
			for _, t := range entries {
				t.writeTo(rows)
				first = t.number + 1
			}
			return first <= last, nil
		},
	}, nil
}

func (t *Transaction) writeTo(rows *stream.Rows) {
	rows.ID(t.ID)
	rows.Time(t.CreatedAt)
	rows.Text(t.day.String())
	rows.Text(string(t.Type))
	rows.Number(t.Amount.String())
	rows.Number(t.BalanceAfter.String())
	rows.Text(t.Currency)
	rows.Text(t.Reason)
	rows.OptionalText(t.BankRef)
	rows.OptionalText(t.Reference)
	rows.Text(t.CreatedBy)
	rows.End()
}
