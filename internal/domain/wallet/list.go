package wallet

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// FilterInput selects transactions.
type FilterInput struct {
	// Year and Month are in the firm's time zone. Month needs Year. Without them all are selected.
	Year, Month *int
	// Types are the types to select. Without any, all are selected.
	Types []walletentry.Type
}

func (in *FilterInput) validate() fault.Details {
	var faults fault.Details
	checkMonth(&faults, in.Year, in.Month)
	return faults
}

// ListInput asks for a page of transactions, the newest first.
type ListInput struct {
	FilterInput

	Page, PageSize *int
}

// Validate returns every fault.
func (in *ListInput) Validate() fault.Details {
	faults := in.validate()
	page.Check(&faults, in.Page, in.PageSize)
	return faults
}

// ClientTransactionsInput is a [ListInput] and a firm.
type ClientTransactionsInput struct {
	ListInput

	FirmID uuid.UUID
}

// Page is a page of transactions.
type Page = page.Numbered[*Transaction]

// List returns a page of the transactions of a firm, the newest first. It returns NotFound for a
// firm that does not exist. Every page takes about the same time.
func List(ctx context.Context, d *db.DB, firmID uuid.UUID, in ListInput) (_ *Page, err error) {
	defer fault.Wrap(&err, "wallet.List")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	s, err := in.of(ctx, d, firmID)
	if err != nil {
		return nil, err
	}
	return page.New(in.Page, in.PageSize, s.page, s.count), nil
}

// selection are the transactions of a wallet that an input selects.
type selection struct {
	*account

	db *db.DB
	// types are the types to select; nil means all.
	types []walletentry.Type
	days  days
	// numbers are the numbers of the first and the last transaction of the days.
	numbers func() (numbers, error)
}

type numbers struct{ first, last int64 }

// of returns the transactions of a firm that a valid input selects.
func (in *FilterInput) of(ctx context.Context, d *db.DB, firmID uuid.UUID) (*selection, error) {
	a, err := find(ctx, d, firmID)
	if err != nil {
		return nil, err
	}
	s := &selection{account: a, db: d, days: allDays()}
	for _, kind := range types() {
		if slices.Contains(in.Types, kind) {
			s.types = append(s.types, kind)
		}
	}
	if len(s.types) == len(types()) {
		s.types = nil
	}
	switch {
	case in.Month != nil:
		s.days = daysOfMonth(*in.Year, *in.Month)
	case in.Year != nil:
		s.days = daysOfYear(*in.Year)
	}
	s.numbers = sync.OnceValues(func() (numbers, error) { return s.readNumbers(ctx) })
	return s, nil
}

func (s *selection) readNumbers(ctx context.Context) (n numbers, err error) {
	if s.days != allDays() {
		n.first, n.last, err = s.account.numbers(ctx, s.db, s.days)
		return n, err
	}
	n.first = 1
	_, err = inFirm(ctx, s.db, s.firm).Row([]any{&n.last}, "SELECT last FROM wallets WHERE firm_id = $1")
	return n, err
}

// page reads transactions, the newest first. Without types, the offset determines their numbers.
// With types, the counts of days determine the days that are skipped as a whole.
func (s *selection) page(ctx context.Context, limit, offset int) (_ []*Transaction, err error) {
	defer fault.Wrap(&err, "wallet.List")
	q := query{types: s.types, above: s.days.beginning(), below: s.days.end(), newestFirst: true, limit: limit}
	if s.types != nil {
		q.below.day, q.offset, err = s.skip(ctx, offset)
		if err != nil {
			return nil, err
		}
		return s.read(ctx, s.db, q)
	}
	n, err := s.numbers()
	if err != nil {
		return nil, err
	}
	q.above.number, q.below.number = n.first-1, n.last+1-int64(offset)
	return s.read(ctx, s.db, q)
}

// skip returns the day of the first transaction after an offset, and how many of that day to skip.
func (s *selection) skip(ctx context.Context, offset int) (day calendar.Day, rest int, err error) {
	if offset == 0 {
		return s.days.last, 0, nil
	}
	type count struct {
		Day calendar.Day
		N   int
	}
	counts, err := db.All[count](inFirm(ctx, s.db, s.firm), `
SELECT day, CAST(sum(n) AS bigint) AS n FROM wallet_days WHERE firm_id = $1 AND day BETWEEN $2 AND $3 AND `+s.ofTypes()+`
GROUP BY day ORDER BY day DESC`, int(s.days.first), int(s.days.last))
	if err != nil {
		return 0, 0, err
	}
	for _, c := range counts {
		if offset < c.N {
			return c.Day, offset, nil
		}
		offset -= c.N
	}
	return 0, 0, nil // beyond the last one
}

// count returns how many transactions are selected.
func (s *selection) count(ctx context.Context) (n int, err error) {
	defer fault.Wrap(&err, "wallet.List")
	if s.types == nil {
		found, err := s.numbers()
		return int(found.last - found.first + 1), err
	}
	_, err = inFirm(ctx, s.db, s.firm).Row([]any{&n}, `
SELECT CAST(coalesce(sum(n), 0) AS bigint) FROM wallet_days WHERE firm_id = $1 AND day BETWEEN $2 AND $3 AND `+s.ofTypes(),
		int(s.days.first), int(s.days.last))
	return n, err
}

// ofTypes returns a condition for the types, of which there is at least one.
func (s *selection) ofTypes() string {
	names := make([]string, len(s.types))
	for i, kind := range s.types {
		names[i] = fmt.Sprintf("'%s'", kind)
	}
	return "type IN (" + strings.Join(names, ", ") + ")"
}
