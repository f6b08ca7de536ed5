package wallet

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Totals are sums of transactions by type.
type Totals struct {
	// Debit is the amount that was charged, and positive. Adjustment is signed.
	Credit, Debit, Discount, Adjustment money.Amount
	count                               int
}

// add counts n transactions of a type with a sum.
func (t *Totals) add(kind walletentry.Type, n int, amount money.Amount) {
	t.count += n
	switch kind {
	case walletentry.TypeCredit:
		t.Credit += amount
	case walletentry.TypeDebit:
		t.Debit -= amount
	case walletentry.TypeDiscount:
		t.Discount += amount
	case walletentry.TypeAdjustment:
		t.Adjustment += amount
	}
}

// change returns by how much the transactions changed the balance.
func (t *Totals) change() money.Amount { return t.Credit - t.Debit + t.Discount + t.Adjustment }

// Day are the totals of a day, such as 2026-01-31.
type Day struct {
	Totals

	Date string
}

// Summary is the summary of a month of a wallet.
type Summary struct {
	Year, Month                                             int
	Currency                                                string
	OpeningBalance, ClosingBalance                          money.Amount
	TotalCredit, TotalDebit, TotalDiscount, TotalAdjustment money.Amount
	TransactionCount                                        int
	// ByDay are all days of the month, including those without transactions.
	ByDay []*Day
}

// Summarize returns the summary of a month, or NotFound for a firm that does not exist. It reads
// the counts of the days of the month and one transaction, for any number of transactions.
func Summarize(ctx context.Context, d *db.DB, firmID uuid.UUID, in MonthInput) (_ *Summary, err error) {
	defer fault.Wrap(&err, "wallet.Summarize")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	a, err := find(ctx, d, firmID)
	if err != nil {
		return nil, err
	}
	s := &Summary{Currency: a.currency}
	s.Year, s.Month = in.in(a.zone, entity.Now())
	of := daysOfMonth(s.Year, s.Month)
	// The balance before the month is the balance after the last transaction before the month. It
	// never changes.
	earlier, err := a.read(ctx, d, query{
		types: types(), above: allDays().beginning(), below: of.beginning(), newestFirst: true, limit: 1,
	})
	if err != nil {
		return nil, err
	}
	if len(earlier) > 0 {
		s.OpeningBalance = earlier[0].BalanceAfter
	}
	counts, err := a.counts(ctx, d, of)
	if err != nil {
		return nil, err
	}
	s.sum(counts)
	return s, nil
}

// dayCount is the number and sum of the transactions of a type on a day.
type dayCount struct {
	Day       calendar.Day
	Type      string
	N, Amount int64
}

func (a *account) counts(ctx context.Context, d *db.DB, of days) ([]dayCount, error) {
	return db.All[dayCount](inFirm(ctx, d, a.firm),
		"SELECT day, type, n, amount FROM wallet_days WHERE firm_id = $1 AND day BETWEEN $2 AND $3", int(of.first), int(of.last))
}

// sum adds the days and totals of the month.
func (s *Summary) sum(counts []dayCount) {
	byDay := map[calendar.Day]*Day{}
	month := daysOfMonth(s.Year, s.Month)
	for day := month.first; day <= month.last; day = day.Add(1) {
		of := &Day{Date: day.String()}
		byDay[day] = of
		s.ByDay = append(s.ByDay, of)
	}
	var all Totals
	for _, c := range counts {
		amount := money.Amount(c.Amount)
		byDay[c.Day].add(walletentry.Type(c.Type), int(c.N), amount)
		all.add(walletentry.Type(c.Type), int(c.N), amount)
	}
	s.TotalCredit, s.TotalDebit, s.TotalDiscount, s.TotalAdjustment = all.Credit, all.Debit, all.Discount, all.Adjustment
	s.TransactionCount, s.ClosingBalance = all.count, s.OpeningBalance+all.change()
}
