package wallet_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
)

// next receives a balance.
func next(t *testing.T, balances <-chan *wallet.Balance) *wallet.Balance {
	t.Helper()
	select {
	case got, open := <-balances:
		require.True(t, open)
		return got
	case <-time.After(waitFor):
		require.Fail(t, "no balance came")
		return nil
	}
}

// until receives balances up to this one, and returns how many.
func until(t *testing.T, balances <-chan *wallet.Balance, amount money.Amount) int {
	t.Helper()
	for n := 1; ; n++ {
		if next(t, balances).Balance == amount {
			return n
		}
	}
}

func TestWatch(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b, other := newBundle(t, d), newBundle(t, d)
			ctx, cancel := context.WithCancel(b.own)
			balances, err := b.ledger.Watch(ctx)
			require.NoError(t, err)
			first := next(t, balances)
			require.Zero(t, first.Balance)
			require.Equal(t, "EUR", first.Currency)
			other.credit(t, 7*unit)
			b.credit(t, unit)
			require.Equal(t, unit, next(t, balances).Balance)
			_, err = b.adjust(-unit / 2)
			require.NoError(t, err)
			require.Equal(t, unit/2, next(t, balances).Balance)
			cancel()
			for open := true; open; {
				_, open = <-balances
			}
		})
		t.Run("OKCoalesced", func(t *testing.T) {
			b := newBundle(t, d)
			balances, err := b.ledger.Watch(b.own)
			require.NoError(t, err)
			began := time.Now()
			for range 50 {
				b.credit(t, unit)
			}
			received := until(t, balances, 50*unit)
			require.LessOrEqual(t, received, 3+int(time.Since(began)/(500*time.Millisecond)))
		})
		t.Run("OKSlow", func(t *testing.T) {
			b := newBundle(t, d)
			slow, err := b.ledger.Watch(b.own)
			require.NoError(t, err)
			quick, err := b.ledger.Watch(b.own)
			require.NoError(t, err)
			for range 3 {
				b.credit(t, unit)
			}
			until(t, quick, 3*unit)
			require.LessOrEqual(t, until(t, slow, 3*unit), 2, "the newest alone, or one before that was replaced at this moment")
		})
		// What another instance posts that shares the database alone comes without a message.
		t.Run("OKWithoutMessages", func(t *testing.T) {
			b := newBundle(t, d)
			b.ledger.LookEvery(time.Millisecond)
			balances, err := b.ledger.Watch(b.own)
			require.NoError(t, err)
			require.Zero(t, next(t, balances).Balance)
			for n := range 2 {
				_, err = newLedger(t, d).Credit(b.admin, wallet.CreditInput{FirmID: b.firm, Amount: unit, Reason: "Top-up"})
				require.NoError(t, err)
				require.Equal(t, money.Amount(n+1)*unit, next(t, balances).Balance)
			}
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			b := newBundle(t, d)
			_, err := b.ledger.Watch(asUser(t.Context(), uuid.New(), false))
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
			_, err = b.ledger.Watch(t.Context())
			require.Error(t, err)
		})
	})
}
