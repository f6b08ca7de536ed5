package wallet

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/money"
	"github.com/firmhub/firmhub/internal/record"
)

const (
	// dashboardDays is how many days the dashboard shows, with today.
	dashboardDays = 30
	// topSpenders is how many firms of each currency it shows.
	topSpenders = 10
)

// Dashboard is all wallets at a glance. Days and the month are those of UTC.
type Dashboard struct {
	TotalBalance, CreditsThisMonth, DebitsThisMonth []*Sum
	FirmCount, LowBalanceCount                      int
	TopSpenders                                     []*Spender
	// Daily are the last 30 days of each currency, the oldest first, also those without transactions.
	Daily []*CurrencyDay
}

// Sum is an amount of a currency. Amounts of different currencies are never added.
type Sum struct {
	Currency string
	Amount   money.Amount
}

// Spender is what a firm was charged this month.
type Spender struct {
	FirmID   uuid.UUID
	FirmName string
	Currency string
	Amount   money.Amount
}

// CurrencyDay is what was credited and charged in a currency on a day, such as 2026-01-31.
type CurrencyDay struct {
	Date, Currency string
	Credit, Debit  money.Amount
}

// ReadDashboard returns all wallets at a glance. It reads the balances and the counts of the days since the beginning of the
// month, or of the last 30 days, in three statements. It is for the super-firm, and crosses firms by itself.
func ReadDashboard(ctx context.Context, d *db.DB) (_ *Dashboard, err error) {
	defer fault.Wrap(&err, "wallet.ReadDashboard")
	today := record.Now().UTC().Truncate(24 * time.Hour)
	month := time.Date(today.Year(), today.Month(), 1, 0, 0, 0, 0, time.UTC)
	all := &Dashboard{}
	if err := all.readBalances(ctx, d); err != nil {
		return nil, err
	}
	if err := all.readDays(ctx, d, today, month); err != nil {
		return nil, err
	}
	all.TopSpenders, err = readSpenders(ctx, d, month)
	return all, err
}

func (all *Dashboard) readBalances(ctx context.Context, d *db.DB) error {
	type row struct {
		Currency string
		Firms    int
		Balance  int64
		Low      int
	}
	sums, err := db.Select[row](ctx, d, `
SELECT w.currency, count(*) AS firms, CAST(sum(w.balance) AS bigint) AS balance,
	count(CASE WHEN w.balance < f.low_balance_threshold THEN 1 END) AS low
FROM wallets w JOIN firms f ON f.id = w.firm_id GROUP BY w.currency ORDER BY w.currency`)
	if err != nil {
		return err
	}
	for _, s := range sums {
		all.TotalBalance = append(all.TotalBalance, &Sum{s.Currency, money.Amount(s.Balance)})
		all.CreditsThisMonth = append(all.CreditsThisMonth, &Sum{Currency: s.Currency})
		all.DebitsThisMonth = append(all.DebitsThisMonth, &Sum{Currency: s.Currency})
		all.FirmCount += s.Firms
		all.LowBalanceCount += s.Low
	}
	return nil
}

// readDays adds the days and the sums of the month, for the currencies that wallets have.
func (all *Dashboard) readDays(ctx context.Context, d *db.DB, today, month time.Time) error {
	from := today.AddDate(0, 0, 1-dashboardDays)
	type key struct {
		currency string
		day      int
	}
	days := map[key]*CurrencyDay{}
	credits, debits := map[string]*Sum{}, map[string]*Sum{}
	for i, sum := range all.TotalBalance {
		credits[sum.Currency], debits[sum.Currency] = all.CreditsThisMonth[i], all.DebitsThisMonth[i]
		for day := from; !day.After(today); day = day.AddDate(0, 0, 1) {
			of := &CurrencyDay{Date: dateOf(dayOf(day)), Currency: sum.Currency}
			days[key{sum.Currency, dayOf(day)}] = of
			all.Daily = append(all.Daily, of)
		}
	}
	type row struct {
		Currency      string
		Day           int
		Credit, Debit int64
	}
	sums, err := db.Select[row](ctx, d, `
SELECT w.currency, d.utc_day AS day, CAST(sum(CASE WHEN d.type = 'Credit' THEN d.amount ELSE 0 END) AS bigint) AS credit,
	CAST(-sum(CASE WHEN d.type = 'Debit' THEN d.amount ELSE 0 END) AS bigint) AS debit
FROM wallet_days d JOIN wallets w ON w.firm_id = d.firm_id
WHERE d.utc_day >= $1 AND d.type IN ('Credit', 'Debit') GROUP BY w.currency, d.utc_day`, dayOf(earlier(from, month)))
	if err != nil {
		return err
	}
	for _, s := range sums {
		if day := days[key{s.Currency, s.Day}]; day != nil {
			day.Credit, day.Debit = money.Amount(s.Credit), money.Amount(s.Debit)
		}
		if sum := credits[s.Currency]; sum != nil && s.Day >= dayOf(month) {
			sum.Amount += money.Amount(s.Credit)
			debits[s.Currency].Amount += money.Amount(s.Debit)
		}
	}
	return nil
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

// readSpenders returns the firms of each currency that were charged most since a day.
func readSpenders(ctx context.Context, d *db.DB, since time.Time) ([]*Spender, error) {
	type row struct {
		ID       uuid.UUID
		Name     string
		Currency string
		Spent    int64
	}
	rows, err := db.Select[row](ctx, d, fmt.Sprintf(`
SELECT f.id, f.name, top.currency, top.spent FROM (
	SELECT w.firm_id, w.currency, CAST(-sum(d.amount) AS bigint) AS spent,
		row_number() OVER (PARTITION BY w.currency ORDER BY sum(d.amount), w.firm_id) AS place
	FROM wallet_days d JOIN wallets w ON w.firm_id = d.firm_id
	WHERE d.utc_day >= $1 AND d.type = 'Debit' GROUP BY w.firm_id, w.currency
) AS top JOIN firms f ON f.id = top.firm_id
WHERE top.place <= %d AND top.spent > 0 ORDER BY top.currency, top.place`, topSpenders), dayOf(since))
	if err != nil {
		return nil, err
	}
	spenders := make([]*Spender, 0, len(rows))
	for _, r := range rows {
		spenders = append(spenders, &Spender{r.ID, r.Name, r.Currency, money.Amount(r.Spent)})
	}
	return spenders, nil
}
