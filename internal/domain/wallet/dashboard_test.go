package wallet_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
)

// The sums of all wallets may be more than an amount holds.
func TestReadDashboard_SumsBeyondAnAmount(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		now := entity.Now()
		for _, firm := range []uuid.UUID{b.firm, newFirm(t, d).ID, newFirm(t, d).ID, newFirm(t, d).ID} {
			require.NoError(t, wallet.PostAt(b.admin, d, firm, walletentry.TypeCredit, money.Max/3*2-1, now))
			require.NoError(t, wallet.PostAt(b.admin, d, firm, walletentry.TypeDebit, -money.Max/3, now))
		}
		all, err := wallet.ReadDashboard(b.admin, d)
		require.NoError(t, err)
		require.Len(t, all.TotalBalance, 1)
		require.Equal(t, "1199999999999999.9996", all.TotalBalance[0].Amount.String())
		require.Equal(t, "2399999999999999.9996", all.CreditsThisMonth[0].Amount.String())
		require.Equal(t, "1200000000000000", all.DebitsThisMonth[0].Amount.String())
		today := all.Daily[len(all.Daily)-1]
		require.Equal(t, now.Format("2006-01-02"), today.Date)
		require.Equal(t, all.CreditsThisMonth[0].Amount.String(), today.Credit.String())
		require.Equal(t, all.DebitsThisMonth[0].Amount.String(), today.Debit.String())
		require.Len(t, all.TopSpenders, 4)
		require.Equal(t, money.Max/3, all.TopSpenders[0].Amount)
	})
}

// A day is shown the same before and after it is closed.
func TestReadDashboard_ClosedDays(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		now := time.Date(2100, time.March, 2, 9, 0, 0, 0, time.UTC) // wallets are opened at the real time, which is before
		for _, p := range []struct {
			kind   walletentry.Type
			amount money.Amount
			at     time.Time
		}{
			{walletentry.TypeCredit, 100 * unit, now.AddDate(0, 0, -40)},
			{walletentry.TypeCredit, 50 * unit, now.AddDate(0, 0, -2)}, // in February
			{walletentry.TypeDebit, -8 * unit, now.AddDate(0, 0, -2)},
			{walletentry.TypeCredit, 20 * unit, now.AddDate(0, 0, -1)},
			{walletentry.TypeDebit, -4 * unit, now.AddDate(0, 0, -1)},
			{walletentry.TypeDiscount, unit, now.AddDate(0, 0, -1)},
			{walletentry.TypeCredit, 10 * unit, now},
			{walletentry.TypeDebit, -2*unit - 1, now},
		} {
			require.NoError(t, wallet.PostAt(b.admin, d, b.firm, p.kind, p.amount, p.at))
		}
		open, err := wallet.ReadDashboardAt(b.admin, d, now)
		require.NoError(t, err)
		require.Equal(t, "166.9999", open.TotalBalance[0].Amount.String())
		require.Equal(t, "30", open.CreditsThisMonth[0].Amount.String())
		require.Equal(t, "6.0001", open.DebitsThisMonth[0].Amount.String())
		require.Equal(t, 6*unit+1, open.TopSpenders[0].Amount)
		require.Len(t, open.Daily, 30)
		for i, want := range []wallet.CurrencyDay{
			{Date: "2100-02-28", Currency: "EUR", Credit: money.Total{Units: 50}, Debit: money.Total{Units: 8}},
			{Date: "2100-03-01", Currency: "EUR", Credit: money.Total{Units: 20}, Debit: money.Total{Units: 4}},
			{Date: "2100-03-02", Currency: "EUR", Credit: money.Total{Units: 10}, Debit: money.Total{Units: 2, Rest: 1}},
		} {
			require.Equal(t, want, *open.Daily[27+i])
		}

		require.Equal(t, 3, b.closeDays(t, now))
		closed, err := wallet.ReadDashboardAt(b.admin, d, now)
		require.NoError(t, err)
		require.Equal(t, open, closed)

		// Closed days are read from their sums, and the others are not.
		_, err = dbtest.SQL(t.Context(), d).Exec("UPDATE wallet_totals SET units = units + 1000 WHERE type = 'Credit'")
		require.NoError(t, err)
		closed, err = wallet.ReadDashboardAt(b.admin, d, now)
		require.NoError(t, err)
		require.Equal(t, "1030", closed.CreditsThisMonth[0].Amount.String())
		require.Equal(t, "1050", closed.Daily[27].Credit.String())
		require.Equal(t, "10", closed.Daily[29].Credit.String())
	})
}

// The amount spent is that of the month in UTC, whoever posts.
func TestReadDashboard_NewMonth(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		createMessages(t, d)
		b := newBundle(t, d)
		month := time.Date(2100, time.February, 1, 0, 0, 0, 0, time.UTC)
		spent := func(now time.Time) (amounts []money.Amount) {
			all, err := wallet.ReadDashboardAt(b.admin, d, now)
			require.NoError(t, err)
			var sum money.Total
			for _, s := range all.TopSpenders {
				require.Equal(t, b.firm, s.FirmID)
				amounts = append(amounts, s.Amount)
				sum = sum.Add(money.Total{Rest: int64(s.Amount)})
			}
			require.Equal(t, sum.String(), all.DebitsThisMonth[0].Amount.String())
			return amounts
		}
		post := func(kind walletentry.Type, amount money.Amount, at time.Time) {
			require.NoError(t, wallet.PostAt(b.admin, d, b.firm, kind, amount, at))
			require.Empty(t, b.faults(t))
		}
		post(walletentry.TypeCredit, 100*unit, month.AddDate(0, 0, -3))
		post(walletentry.TypeDebit, -8*unit, month.Add(-time.Microsecond))
		require.Equal(t, []money.Amount{8 * unit}, spent(month.Add(-time.Microsecond)))
		require.Empty(t, spent(month), "nothing was posted this month")
		post(walletentry.TypeCredit, unit, month)
		require.Empty(t, spent(month))
		post(walletentry.TypeDebit, -4*unit, month)
		require.Equal(t, []money.Amount{4 * unit}, spent(month))
		post(walletentry.TypeDebit, -unit, month.Add(-time.Hour)) // by an instance whose clock is behind
		require.Equal(t, []money.Amount{5 * unit}, spent(month))

		b = newBundle(t, d)
		now := entity.Now()
		require.NoError(t, wallet.AddHistory(b.own, d, b.firm, []wallet.Past{
			{At: now.AddDate(0, 0, -40), Type: walletentry.TypeCredit, Amount: 10 * unit, Reason: "Bank transfer"},
			{At: now.AddDate(0, 0, -40), Type: walletentry.TypeDebit, Amount: -4 * unit, Reason: "40 messages"},
		}))
		p := wallet.NewPoster(b.ledger, b.write)
		require.NoError(t, p.Do(b.own, 1, messages(unit, 2*unit)))
		require.NoError(t, p.Do(b.own, 1, messages(unit)))
		require.Empty(t, b.faults(t))
		all, err := wallet.ReadDashboard(b.admin, d)
		require.NoError(t, err)
		require.Equal(t, b.firm, all.TopSpenders[len(all.TopSpenders)-1].FirmID)
		require.Equal(t, 4*unit, all.TopSpenders[len(all.TopSpenders)-1].Amount)
	})
}
