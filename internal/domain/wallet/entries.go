package wallet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
)

// position is a position in the list of entries. Days are in the order of numbers, so both indexes
// have the same order.
type position struct {
	day    calendar.Day
	number int64
}

// beginning is the position before the entries of the days, and end the position after them.
func (p days) beginning() position { return position{p.first, 0} }
func (p days) end() position       { return position{p.last, math.MaxInt64} }

// types returns all types.
func types() []walletentry.Type {
	return []walletentry.Type{walletentry.TypeDebit, walletentry.TypeCredit, walletentry.TypeDiscount, walletentry.TypeAdjustment}
}

// query selects entries.
type query struct {
	// types are the types to select; nil means all. For all, only the numbers of the positions are
	// compared, and the index of numbers is used.
	types []walletentry.Type
	// above and below are exclusive.
	above, below  position
	newestFirst   bool
	limit, offset int
}

const entryColumns = "e.id, e.type, e.amount, e.balance_after, e.reason, e.bank_ref, e.reference, e.actor_name, e.created_at, " +
	"e.number, e.day"

// columns are the variables for [entryColumns].
func (t *Transaction) columns() []any {
	return []any{
		&t.ID, (*string)(&t.Type), (*int64)(&t.Amount), (*int64)(&t.BalanceAfter), &t.Reason, &t.BankRef, &t.Reference, &t.CreatedBy,
		&t.CreatedAt, &t.number, &t.day,
	}
}

// read returns entries in the order of the query.
func (a *account) read(ctx context.Context, d *db.DB, q query) ([]*Transaction, error) {
	direction := "ASC"
	if q.newestFirst {
		direction = "DESC"
	}
	args := []any{q.above.number, q.below.number, q.limit, q.offset}
	statement := fmt.Sprintf(`
SELECT %s FROM wallet_entries e WHERE e.firm_id = $1 AND e.number > $2 AND e.number < $3
ORDER BY e.number %s LIMIT $4 OFFSET $5`, entryColumns, direction)
	if q.types != nil {
		// Each part is read from its index in order, no further than needed. So is their union,
		// without sorting.
		args = append(args, int(q.above.day), int(q.below.day), q.limit+q.offset)
		parts := make([]string, 0, len(q.types))
		for _, kind := range q.types {
			parts = append(parts, fmt.Sprintf(`
	SELECT day, number FROM (
		SELECT day, number FROM wallet_entries
		WHERE firm_id = $1 AND type = '%s' AND (day, number) > ($6, $2) AND (day, number) < ($7, $3)
		ORDER BY day %s, number %s LIMIT $8
	) AS of_type`, kind, direction, direction))
		}
		statement = fmt.Sprintf(`
SELECT %s FROM (
	SELECT number FROM (%s) AS parts ORDER BY day %s, number %s LIMIT $4 OFFSET $5
) AS page JOIN wallet_entries e ON e.firm_id = $1 AND e.number = page.number
ORDER BY e.number %s`, entryColumns, strings.Join(parts, "\n\tUNION ALL"), direction, direction, direction)
	}
	rows, err := inFirm(ctx, d, a.firm).Query(statement, args...)
	if err != nil {
		return nil, err
	}
	var all []*Transaction
	for err == nil && rows.Next() {
		t := &Transaction{Currency: a.currency}
		err = rows.Scan(t.columns()...)
		t.CreatedAt = t.CreatedAt.UTC()
		all = append(all, t)
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("read entries: %w", err)
	}
	return all, nil
}

// numbers returns the numbers of the first and the last entry of a period. They are 1 and 0 if
// there is none.
func (a *account) numbers(ctx context.Context, d *db.DB, of days) (first, last int64, err error) {
	q := query{types: types(), above: of.beginning(), below: of.end(), limit: 1}
	oldest, err := a.read(ctx, d, q)
	if err != nil || len(oldest) == 0 {
		return 1, 0, err
	}
	q.newestFirst = true
	newest, err := a.read(ctx, d, q)
	if err != nil || len(newest) == 0 {
		return 1, 0, err
	}
	return oldest[0].number, newest[0].number, nil
}
