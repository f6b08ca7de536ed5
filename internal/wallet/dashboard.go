package wallet

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/calendar"
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
	Amount   money.Total
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
	Credit, Debit  money.Total
}

// ReadDashboard returns all wallets at a glance. It reads the balances and the counts of the days since the beginning of the
// month, or of the last 30 days, in three statements. It is for the super-firm, and crosses firms by itself.
func ReadDashboard(ctx context.Context, d *db.DB) (_ *Dashboard, err error) {
	defer fault.Wrap(&err, "wallet.ReadDashboard")
	today := calendar.DayOf(record.Now().UTC())
	all := &Dashboard{}
	if err := all.readBalances(ctx, d); err != nil {
		return nil, err
	}
	if err := all.readDays(ctx, d, today); err != nil {
		return nil, err
	}
	all.TopSpenders, err = readSpenders(ctx, d, today.Month())
	return all, err
}

// sumOf is the sum of a column of amounts as the parts of a [money.Total], since it may be more than a bigint.
func sumOf(column string) string {
	return fmt.Sprintf("CAST(sum(%[1]s / %[2]d) AS bigint) AS units, CAST(sum(%[1]s %% %[2]d) AS bigint) AS rest",
		column, int64(money.Unit))
}

func (all *Dashboard) readBalances(ctx context.Context, d *db.DB) error {
	type row struct {
		Currency    string
		Firms       int
		Units, Rest int64
		Low         int
	}
	sums, err := db.Select[row](ctx, d, `
SELECT w.currency, count(*) AS firms, `+sumOf("w.balance")+`,
	count(CASE WHEN w.balance < f.low_balance_threshold THEN 1 END) AS low
FROM wallets w JOIN firms f ON f.id = w.firm_id GROUP BY w.currency ORDER BY w.currency`)
	if err != nil {
		return err
	}
	for _, s := range sums {
		all.TotalBalance = append(all.TotalBalance, &Sum{s.Currency, money.Total{Units: s.Units, Rest: s.Rest}})
		all.CreditsThisMonth = append(all.CreditsThisMonth, &Sum{Currency: s.Currency})
		all.DebitsThisMonth = append(all.DebitsThisMonth, &Sum{Currency: s.Currency})
		all.FirmCount += s.Firms
		all.LowBalanceCount += s.Low
	}
	return nil
}

// readDays adds the days and the sums of the month, for the currencies that wallets have.
func (all *Dashboard) readDays(ctx context.Context, d *db.DB, today calendar.Day) error {
	from, month := today.Add(1-dashboardDays), today.Month()
	type key struct {
		currency string
		day      calendar.Day
	}
	days := map[key]*CurrencyDay{}
	credits, debits := map[string]*Sum{}, map[string]*Sum{}
	for i, sum := range all.TotalBalance {
		credits[sum.Currency], debits[sum.Currency] = all.CreditsThisMonth[i], all.DebitsThisMonth[i]
		for day := from; day <= today; day = day.Add(1) {
			of := &CurrencyDay{Date: day.String(), Currency: sum.Currency}
			days[key{sum.Currency, day}] = of
			all.Daily = append(all.Daily, of)
		}
	}
	type row struct {
		Currency    string
		Day         calendar.Day
		Type        string
		Units, Rest int64
	}
	sums, err := db.Select[row](ctx, d, `
SELECT w.currency, d.utc_day AS day, d.type, `+sumOf("d.amount")+`
FROM wallet_days d JOIN wallets w ON w.firm_id = d.firm_id
WHERE d.utc_day >= $1 AND d.type IN ('Credit', 'Debit') GROUP BY w.currency, d.utc_day, d.type`, int(min(from, month)))
	if err != nil {
		return err
	}
	for _, s := range sums {
		amount := money.Total{Units: s.Units, Rest: s.Rest}
		day := days[key{s.Currency, s.Day}]
		if day == nil {
			day = &CurrencyDay{} // of this month, but not of the last days
		}
		of, inMonth := &day.Credit, credits[s.Currency]
		if walletentry.Type(s.Type) == walletentry.TypeDebit {
			of, inMonth, amount = &day.Debit, debits[s.Currency], amount.Neg()
		}
		*of = amount
		if inMonth != nil && s.Day >= month {
			inMonth.Amount = inMonth.Amount.Add(amount)
		}
	}
	return nil
}

// readSpenders returns the firms of each currency that were charged most since a day.
func readSpenders(ctx context.Context, d *db.DB, since calendar.Day) ([]*Spender, error) {
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
WHERE top.place <= %d AND top.spent > 0 ORDER BY top.currency, top.place`, topSpenders), int(since))
	if err != nil {
		return nil, err
	}
	spenders := make([]*Spender, 0, len(rows))
	for _, r := range rows {
		spenders = append(spenders, &Spender{r.ID, r.Name, r.Currency, money.Amount(r.Spent)})
	}
	return spenders, nil
}
