package wallet

import (
	"context"
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

const (
	// dashboardDays is how many days the dashboard shows, including today.
	dashboardDays = 30
	// topSpenders is how many firms of each currency it shows.
	topSpenders = 10
)

// Dashboard summarizes all wallets. Days and the month are in UTC.
type Dashboard struct {
	// TotalHeld is the part of the balances that is held for messages which will be charged later.
	TotalBalance, TotalHeld, CreditsThisMonth, DebitsThisMonth []*Sum
	FirmCount, LowBalanceCount                                 int
	TopSpenders                                                []*Spender
	// Daily are the last 30 days of each currency, the oldest first, including days without
	// transactions.
	Daily []*CurrencyDay
}

// Sum is an amount of a currency. Amounts of different currencies are never added.
type Sum struct {
	Currency string
	Amount   money.Total
}

// Spender is a firm and the amount that it was charged this month.
type Spender struct {
	FirmID   uuid.UUID
	FirmName string
	Currency string
	Amount   money.Amount
}

// CurrencyDay is the amounts credited and charged in a currency on a day, such as 2026-01-31.
type CurrencyDay struct {
	Date, Currency string
	Credit, Debit  money.Total
}

// ReadDashboard returns a summary of all wallets, in two statements. Only the super-firm may call
// it. It crosses firms by itself.
//
// Each wallet stores its balance and the amount spent this month, and closed days have sums. So it
// sums only the counts of days that are not closed. These are the counts of today, and in the first
// hours of a day also of yesterday.
func ReadDashboard(ctx context.Context, d *db.DB) (*Dashboard, error) {
	return readDashboard(ctx, d, entity.Now())
}

func readDashboard(ctx context.Context, d *db.DB, now time.Time) (_ *Dashboard, err error) {
	defer fault.Wrap(&err, "wallet.ReadDashboard")
	today := calendar.DayOf(now.UTC())
	first := min(today.Add(1-dashboardDays), today.Month())
	sums, err := db.All[daySum](d.Shared(ctx),
		"SELECT currency, utc_day AS day, type, units, rest FROM wallet_totals WHERE utc_day >= $1", int(first))
	if err != nil {
		return nil, err
	}
	closed := first.Add(-1)
	for _, s := range sums {
		closed = max(closed, s.Day)
	}
	rows, err := db.All[liveRow](d.AcrossFirms(rule.AcrossFirms(ctx, "show all wallets at a glance")), liveRows, int(closed), utcMonth(now))
	if err != nil {
		return nil, err
	}
	all := &Dashboard{TopSpenders: []*Spender{}}
	for _, row := range rows {
		switch row.Kind {
		case balanceRow:
			all.addBalance(&row)
		case dayRow:
			sums = append(sums, daySum{row.Currency, row.Day, row.Type, row.Units, row.Rest})
		case spenderRow:
			spent := money.Amount(row.Units)*money.Unit + money.Amount(row.Rest)
			all.TopSpenders = append(all.TopSpenders, &Spender{row.ID, row.Name, row.Currency, spent})
		}
	}
	all.addDays(sums, today)
	return all, nil
}

func (all *Dashboard) addBalance(row *liveRow) {
	all.TotalBalance = append(all.TotalBalance, &Sum{row.Currency, money.Total{Units: row.Units, Rest: row.Rest}})
	all.TotalHeld = append(all.TotalHeld, &Sum{row.Currency, money.Total{Units: row.HeldUnits, Rest: row.HeldRest}})
	all.CreditsThisMonth = append(all.CreditsThisMonth, &Sum{Currency: row.Currency})
	all.DebitsThisMonth = append(all.DebitsThisMonth, &Sum{Currency: row.Currency})
	all.FirmCount += row.Firms
	all.LowBalanceCount += row.Low
}

// addDays adds the days and the sums of the month, for the currencies of the wallets.
func (all *Dashboard) addDays(sums []daySum, today calendar.Day) {
	type key struct {
		currency string
		day      calendar.Day
	}
	days := map[key]*CurrencyDay{}
	credits, debits := map[string]*Sum{}, map[string]*Sum{}
	for i, sum := range all.TotalBalance {
		credits[sum.Currency], debits[sum.Currency] = all.CreditsThisMonth[i], all.DebitsThisMonth[i]
		for day := today.Add(1 - dashboardDays); day <= today; day = day.Add(1) {
			of := &CurrencyDay{Date: day.String(), Currency: sum.Currency}
			days[key{sum.Currency, day}] = of
			all.Daily = append(all.Daily, of)
		}
	}
	for _, s := range sums {
		day := days[key{s.Currency, s.Day}]
		if day == nil {
			day = &CurrencyDay{} // of this month, but not of the last days
		}
		amount := money.Total{Units: s.Units, Rest: s.Rest}
		var inMonth *Sum
		switch walletentry.Type(s.Type) {
		case walletentry.TypeCredit:
			day.Credit, inMonth = amount, credits[s.Currency]
		case walletentry.TypeDebit:
			amount = amount.Neg()
			day.Debit, inMonth = amount, debits[s.Currency]
		case walletentry.TypeDiscount, walletentry.TypeAdjustment:
		}
		if inMonth != nil && s.Day >= today.Month() {
			inMonth.Amount = inMonth.Amount.Add(amount)
		}
	}
}
