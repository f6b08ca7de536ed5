package wallet_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
)

// tamper runs a statement without the triggers that would refuse it.
func tamper(t *testing.T, d *db.DB, statement string, args ...any) {
	t.Helper()
	off := []string{"DROP TRIGGER x_append_only_wallet_entries_update", "DROP TRIGGER x_append_only_wallet_entries_delete"}
	if d.Dialect() == db.Postgres {
		off = []string{"ALTER TABLE wallet_entries DISABLE TRIGGER x_append_only"}
	}
	for _, statement := range off {
		_, err := dbtest.SQL(t.Context(), d).Exec(statement)
		require.NoError(t, err)
	}
	changed, err := dbtest.SQL(t.Context(), d).Exec(statement, args...)
	require.NoError(t, err)
	require.EqualValues(t, 1, changed)
}

func TestVerify(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		statement string
		// number is the number of the first entry that is reported.
		number int64
		faults int
	}{
		"Amount":    {"UPDATE wallet_entries SET amount = amount + 1 WHERE number = 2", 2, 4},
		"Sum":       {"UPDATE wallet_entries SET balance_after = balance_after + 1 WHERE number = 2", 2, 3},
		"Reason":    {"UPDATE wallet_entries SET reason = 'Other' WHERE number = 2", 2, 1},
		"Actor":     {"UPDATE wallet_entries SET actor_name = 'eve@example.com' WHERE number = 2", 2, 1},
		"Time":      {"UPDATE wallet_entries SET created_at = '2001-01-01T00:00:00Z' WHERE number = 2", 2, 3},
		"Missing":   {"DELETE FROM wallet_entries WHERE number = 2", 3, 3},
		"LastGone":  {"DELETE FROM wallet_entries WHERE number = 3", 0, 6},
		"Balance":   {"UPDATE wallets SET balance = balance + 1 WHERE last > 0", 0, 1},
		"Turnover":  {"UPDATE wallets SET turnover = turnover + 1 WHERE last > 0", 0, 1},
		"Spent":     {"UPDATE wallets SET spent = spent + 1 WHERE last > 0", 0, 1},
		"PostedAt":  {"UPDATE wallets SET posted_at = '2001-01-01T00:00:00Z' WHERE last > 0", 0, 1},
		"Count":     {"UPDATE wallet_days SET n = n + 1", 0, 1},
		"Currency":  {"UPDATE wallets SET currency = 'USD' WHERE last > 0", 1, 3},
		"CountGone": {"DELETE FROM wallet_days", 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				b := newBundle(t, d)
				for range 3 {
					b.credit(t, 2*unit)
				}
				require.Empty(t, b.faults(t))
				tamper(t, d, test.statement)
				found := b.faults(t)
				require.Len(t, found, test.faults, "%v", found)
				require.Equal(t, test.number, found[0].Number, "%v", found)
				require.Equal(t, b.firm, found[0].FirmID)
				require.Equal(t, test.number > 0, found[0].EntryID != nil)
			})
		})
	}
}

func TestVerify_ClosedDays(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.credit(t, 2*unit)
		later := entity.Now().AddDate(0, 0, 2)
		b.closeDays(t, later)
		check := func() (found []string) {
			_, err := wallet.Verify(t.Context(), d, nil, func(f wallet.Fault) {
				require.Zero(t, f.FirmID)
				found = append(found, f.What)
			})
			require.NoError(t, err)
			return found
		}
		require.Empty(t, check())
		on := " in EUR on " + entity.Now().Format(time.DateOnly)

		b.credit(t, unit/2) // too late: the day is closed
		require.Equal(t, []string{"the sum of Credit" + on + " is 2, and should be 2.5"}, check())
		require.Empty(t, b.faults(t), "of one firm")
		_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE wallet_totals SET type = 'Debit'")
		require.NoError(t, err)
		require.ElementsMatch(t, []string{
			"the sum of Credit" + on + " is 0, and should be 2.5", "the sum of Debit" + on + " is 2, and should be 0",
		}, check())

		_, err = dbtest.SQL(t.Context(), d).Exec("DELETE FROM wallet_totals")
		require.NoError(t, err)
		b.closeDays(t, later)
		require.Empty(t, check())
	})
}

func TestVerifyWithoutWallet(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.firm = uuid.New()
		require.Len(t, b.faults(t), 1)
	})
}

// TestAppendOnly changes entries in the databases directly. They refuse that, whoever asks.
func TestAppendOnly(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		entry := b.credit(t, unit)
		for _, statement := range []string{
			"UPDATE wallet_entries SET amount = 0 WHERE firm_id = $1 AND id = $2", "DELETE FROM wallet_entries WHERE firm_id = $1 AND id = $2",
		} {
			_, err := dbtest.SQL(t.Context(), d).Exec(statement, b.firm, entry.ID)
			require.ErrorContains(t, err, "are only added")
		}
		_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE wallets SET balance = -1 WHERE firm_id = $1", b.firm)
		require.Error(t, err)
		require.Equal(t, 1, d.Client.WalletEntry.Query().Where(walletentry.ID(entry.ID)).CountX(b.own))
	})
}
