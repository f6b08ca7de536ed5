package wallet_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
)

// closed returns the days that are closed.
func (b *bundle) closed(t testing.TB) []int {
	t.Helper()
	days, err := db.All[int](dbtest.SQL(t.Context(), b.DB), "SELECT DISTINCT utc_day FROM wallet_totals ORDER BY utc_day")
	require.NoError(t, err)
	return days
}

func TestCloseDay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		post := func(kind walletentry.Type, amount money.Amount, at time.Time) {
			require.NoError(t, wallet.PostAt(b.admin, d, b.firm, kind, amount, at))
		}
		day := time.Date(2100, time.January, 30, 0, 0, 0, 0, time.UTC) // wallets are opened at the real time, which is before
		post(walletentry.TypeCredit, 10*unit, day)
		post(walletentry.TypeDiscount, unit, day.Add(71*time.Hour)) // two days later, and nothing else
		post(walletentry.TypeCredit, unit, day.Add(72*time.Hour))

		more, err := wallet.CloseDay(b.admin, d, day.Add(30*time.Hour-time.Microsecond))
		require.NoError(t, err)
		require.False(t, more, "entries may still come")
		require.Empty(t, b.closed(t))
		more, err = wallet.CloseDay(b.admin, d, day.Add(30*time.Hour))
		require.NoError(t, err)
		require.True(t, more)
		require.Equal(t, []int{21000130}, b.closed(t))

		require.Equal(t, 1, b.closeDays(t, day.Add(80*time.Hour)), "the day between has no entries")
		require.Zero(t, b.closeDays(t, day.Add(80*time.Hour)), "once")
		require.Equal(t, []int{21000130, 21000201}, b.closed(t))

		// What is added of earlier times opens the days again.
		other := newFirm(t, d)
		require.NoError(t, wallet.AddHistory(b.admin, d, other.ID, []wallet.Past{
			{At: day.Add(25 * time.Hour), Type: walletentry.TypeCredit, Amount: 2 * unit, Reason: "Bank transfer"},
			{At: day.Add(49 * time.Hour), Type: walletentry.TypeDebit, Amount: -unit, Reason: "10 messages"},
		}))
		require.Equal(t, []int{21000130}, b.closed(t))
		require.Equal(t, 2, b.closeDays(t, day.Add(80*time.Hour)))
		_, err = wallet.Verify(t.Context(), d, nil, func(f wallet.Fault) { require.Fail(t, f.What) })
		require.NoError(t, err)
	})
}

// Statements of postings change no column of wallets that is in an index.
func TestPost_TouchesNoIndex(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.Postgres)
	b := newBundle(t, d)
	require.NoError(t, d.Tx(b.admin, func(ctx context.Context) error {
		for range 3 {
			if err := wallet.PostAt(ctx, d, b.firm, walletentry.TypeCredit, unit, entity.Now()); err != nil {
				return err
			}
		}
		var updated, hot int64
		_, err := dbtest.SQL(ctx, d).Row([]any{&updated, &hot}, `
SELECT CAST(sum(n_tup_upd) AS bigint), CAST(sum(n_tup_hot_upd) AS bigint) FROM pg_stat_xact_user_tables WHERE relname LIKE '%wallets'`)
		require.EqualValues(t, 3, updated)
		require.EqualValues(t, 3, hot)
		return err
	}))
}
