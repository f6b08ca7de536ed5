package wallet_test

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
)

// threshold sets the threshold of the firm.
func (b *bundle) threshold(t testing.TB, amount *money.Amount) {
	t.Helper()
	_, err := dbtest.SQL(t.Context(), b.DB).Exec("UPDATE firms SET low_balance_threshold = $2 WHERE id = $1", b.firm, (*int64)(amount))
	require.NoError(t, err)
}

func (b *bundle) notified(t testing.TB) []*ent.Notification {
	t.Helper()
	rows, err := b.Client.Notification.Query().All(b.own)
	require.NoError(t, err)
	return rows
}

// TestLowBalance lowers balances by adjustments and by charges: each crossing of the threshold is
// notified once.
func TestLowBalance(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		createMessages(t, d)
		lower := map[string]func(*testing.T, *bundle, money.Amount){
			"Adjust": func(t *testing.T, b *bundle, by money.Amount) {
				t.Helper()
				_, err := b.adjust(-by)
				require.NoError(t, err)
			},
			"Charge": func(t *testing.T, b *bundle, by money.Amount) {
				t.Helper()
				work := messages(by/2, by-by/2)
				require.NoError(t, wallet.NewPoster(b.ledger, b.write).Do(b.own, 1, work))
				require.NoError(t, work[0].refused)
				require.NoError(t, work[1].refused)
			},
		}
		for name, lower := range lower {
			t.Run("OK"+name, func(t *testing.T) {
				t.Parallel()
				b := newBundle(t, d)
				b.threshold(t, new(10*unit))
				drop := func(by money.Amount, notified int) {
					lower(t, b, by)
					require.Len(t, b.notified(t), notified, "at %s", b.balance(t))
				}
				b.credit(t, 12*unit)
				drop(2*unit, 0) // to the threshold
				drop(1, 1)
				drop(unit, 1) // below
				row := b.notified(t)[0]
				require.Equal(t, "Low balance", row.Title)
				require.JSONEq(t, `{"about":"wallet"}`, row.Metadata)
				require.NotContains(t, row.Message, "9", "not everyone may see the balance")
				b.credit(t, 3*unit)
				drop(4*unit, 2)
				b.credit(t, unit/2)
				drop(unit/4, 2) // still below
				b.threshold(t, nil)
				b.credit(t, 10*unit)
				drop(9*unit, 2)
				require.Empty(t, b.faults(t))
			})
		}
		t.Run("OKAtOnce", func(t *testing.T) {
			t.Parallel()
			b := newBundle(t, d)
			b.threshold(t, new(10*unit))
			b.credit(t, 20*unit)
			p := wallet.NewPoster(b.ledger, b.write)
			var all sync.WaitGroup
			for range 8 {
				all.Go(func() { lower["Adjust"](t, b, unit) })
				all.Go(func() {
					if err := p.Do(b.own, 1, messages(unit)); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			require.Equal(t, 4*unit, b.balance(t))
			require.Len(t, b.notified(t), 1)
			require.Empty(t, b.faults(t))
		})
		t.Run("ErrInsufficientBalance", func(t *testing.T) {
			t.Parallel()
			b := newBundle(t, d)
			b.threshold(t, new(10*unit))
			b.credit(t, 10*unit)
			work := messages(11 * unit)
			require.NoError(t, wallet.NewPoster(b.ledger, b.write).Do(b.own, 1, work))
			require.True(t, fault.Is(work[0].refused, fault.InsufficientBalance))
			require.Empty(t, b.notified(t), "the balance has not changed")
		})
		t.Run("ErrRolledBack", func(t *testing.T) {
			t.Parallel()
			b := newBundle(t, d)
			b.threshold(t, new(10*unit))
			b.credit(t, 10*unit)
			work := append(messages(unit), messages(unit)...)
			work[1].before = func(context.Context) error { return context.Canceled }
			require.Error(t, wallet.NewPoster(b.ledger, b.write).Do(b.own, 1, work))
			require.Empty(t, b.notified(t))
			require.Equal(t, 10*unit, b.balance(t))
		})
	})
}
