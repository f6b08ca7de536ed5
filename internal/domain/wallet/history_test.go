package wallet_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestAddHistory(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		firm, ctx := dbtest.Firm(t, d, "Acme")
		require.NoError(t, wallet.Open(ctx, d, firm.ID, "EUR"))
		since := time.Date(2026, time.March, 31, 23, 30, 0, 0, time.UTC)
		past := []wallet.Past{
			{At: since, Type: walletentry.TypeCredit, Amount: 10 * money.Unit, Reason: "Bank transfer", BankRef: new("R1")},
			{At: since.Add(time.Hour), Type: walletentry.TypeDebit, Amount: -4 * money.Unit, Reason: "40 messages", Reference: new("Spring")},
		}
		broke := []wallet.Past{past[0], {At: since, Type: walletentry.TypeDebit, Amount: -11 * money.Unit, Reason: "Too much"}}
		require.True(t, fault.Is(wallet.AddHistory(ctx, d, firm.ID, broke), fault.InsufficientBalance))
		require.NoError(t, wallet.AddHistory(ctx, d, firm.ID, past))

		entries := d.Client.WalletEntry.Query().Order(ent.Asc(walletentry.FieldNumber)).AllX(ctx)
		require.Len(t, entries, 2)
		require.True(t, entries[0].CreatedAt.Equal(since))
		require.Equal(t, 20260331, entries[0].Day)
		require.Equal(t, 20260401, entries[1].Day)
		require.Equal(t, 6*money.Unit, entries[1].BalanceAfter)
		verified, err := wallet.Verify(rule.AcrossFirms(ctx, "test"), d, nil, func(f wallet.Fault) { require.Fail(t, f.What) })
		require.NoError(t, err)
		require.EqualValues(t, 2, verified.Entries)

		require.True(t, fault.Is(wallet.AddHistory(ctx, d, firm.ID, past), fault.Conflict), "it has entries")
		require.True(t, fault.Is(wallet.AddHistory(ctx, d, uuid.New(), past), fault.NotFound))
		require.NoError(t, wallet.AddHistory(ctx, d, uuid.New(), nil))
	})
}
