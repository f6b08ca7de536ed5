package wallet_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/money"
	"github.com/firmhub/firmhub/internal/record"
	"github.com/firmhub/firmhub/internal/wallet"
)

// The sums of all wallets may be more than an amount holds.
func TestReadDashboard_SumsBeyondAnAmount(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		now := record.Now()
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
