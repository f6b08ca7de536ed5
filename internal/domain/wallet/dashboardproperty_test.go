package wallet_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
)

const lowBalance = 100_000

// TestReadDashboard_SumsOfEntries compares the dashboard with sums of all entries, while firms are
// credited and charged over half a year and days are closed at any time.
func TestReadDashboard_SumsOfEntries(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		seed := rand.Uint64() //nolint:gosec // no secret
		t.Logf("seed %d", seed)
		random := rand.New(rand.NewPCG(seed, 0)) //nolint:gosec // no secret
		b := newBundle(t, d)
		firms := []uuid.UUID{b.firm}
		for _, currency := range []string{"EUR", "EUR", "USD", "USD"} {
			firm := newFirm(t, d)
			require.NoError(t, wallet.ChangeCurrency(b.admin, d, firm.ID, currency))
			firms = append(firms, firm.ID)
		}
		_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE firms SET low_balance_threshold = $1 WHERE id <> $2", lowBalance, b.firm)
		require.NoError(t, err)
		now := time.Date(2100, time.January, 10, 0, 0, 0, 0, time.UTC) // wallets are opened at the real time, which is before
		for range 200 {
			now = now.Add(time.Duration(random.Int64N(int64(48 * time.Hour))))
			if random.IntN(3) == 0 {
				b.closeDays(t, now)
			} else {
				kind := allTypes[random.IntN(len(allTypes))]
				amount := money.Amount(random.Int64N(100_000) + 1)
				if kind == walletentry.TypeDebit {
					amount = -amount
				}
				require.NoError(t, wallet.PostAt(b.admin, d, firms[random.IntN(len(firms))], kind, amount, now))
			}
			all, err := wallet.ReadDashboardAt(b.admin, d, now)
			require.NoError(t, err)
			require.Equal(t, sumsOfEntries(t, d, now, b.firm), sumsOf(all))
		}
		_, err = wallet.Verify(t.Context(), d, nil, func(f wallet.Fault) { require.Fail(t, f.What) })
		require.NoError(t, err)
	})
}

// sumsOf writes the sums of a dashboard in lines, without those that are zero.
func sumsOf(all *wallet.Dashboard) (lines []string) {
	add := func(what string, amount fmt.Stringer) {
		if amount.String() != "0" {
			lines = append(lines, what+" "+amount.String())
		}
	}
	lines = append(lines, fmt.Sprintf("%d firms, %d low", all.FirmCount, all.LowBalanceCount))
	for i, s := range all.TotalBalance {
		add("balance "+s.Currency, s.Amount)
		add("credits "+s.Currency, all.CreditsThisMonth[i].Amount)
		add("debits "+s.Currency, all.DebitsThisMonth[i].Amount)
	}
	for _, s := range all.TopSpenders {
		add(fmt.Sprintf("spender %s %s", s.Currency, s.FirmID), s.Amount)
	}
	for _, day := range all.Daily {
		add(fmt.Sprintf("%s %s credit", day.Currency, day.Date), day.Credit)
		add(fmt.Sprintf("%s %s debit", day.Currency, day.Date), day.Debit)
	}
	slices.Sort(lines)
	return lines
}

// sumsOfEntries adds all entries up, and writes them as sumsOf does.
func sumsOfEntries(t *testing.T, d *db.DB, now time.Time, withoutThreshold uuid.UUID) (lines []string) {
	t.Helper()
	across := rule.AcrossFirms(t.Context(), "a test adds all entries up")
	currencies, balances := map[uuid.UUID]string{}, map[uuid.UUID]money.Amount{}
	for _, row := range d.Client.Wallet.Query().AllX(across) {
		currencies[row.FirmID], balances[row.FirmID] = row.Currency, 0
	}
	sums, spent := map[string]money.Amount{}, map[uuid.UUID]money.Amount{}
	month, days := now.Format("2006-01"), now.AddDate(0, 0, -29).Format(time.DateOnly)
	for _, row := range d.Client.WalletEntry.Query().AllX(across) {
		currency, day := currencies[row.FirmID], row.CreatedAt.UTC().Format(time.DateOnly)
		sums["balance "+currency] += row.Amount
		balances[row.FirmID] += row.Amount
		names := map[walletentry.Type]string{walletentry.TypeCredit: "credit", walletentry.TypeDebit: "debit"}
		name, ok := names[row.Type]
		if !ok {
			continue
		}
		if strings.HasPrefix(day, month) {
			sums[name+"s "+currency] += row.Amount.Abs()
			if name == "debit" {
				spent[row.FirmID] += row.Amount.Abs()
			}
		}
		if day >= days {
			sums[currency+" "+day+" "+name] += row.Amount.Abs()
		}
	}
	for firm, amount := range spent { // fewer than the dashboard shows
		sums[fmt.Sprintf("spender %s %s", currencies[firm], firm)] = amount
	}
	low := 0
	for firm, balance := range balances {
		if firm != withoutThreshold && balance < lowBalance {
			low++
		}
	}
	lines = append(lines, fmt.Sprintf("%d firms, %d low", len(balances), low))
	for name, sum := range sums {
		if sum != 0 {
			lines = append(lines, name+" "+sum.String())
		}
	}
	slices.Sort(lines)
	return lines
}
