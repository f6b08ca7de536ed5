package wallet_test

import (
	"math/rand/v2"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
)

// TestRace lets eight clients adjust and charge one wallet, and several, at once: nothing is
// refused but for the balance, and the sums are right. With FIRMHUB_TEST_LONG they do so for ten
// minutes, and several are 1,000.
func TestRace(t *testing.T) {
	t.Parallel()
	several, lasts := 3, time.Duration(0)
	if isLong() {
		several, lasts = 1000, 10*time.Minute
	}
	for _, wallets := range []int{1, several} {
		t.Run(strconv.Itoa(wallets), func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, d *db.DB) { race(t, d, wallets, lasts) })
		})
	}
}

// race lets the clients post until some time has passed, and a few times at least.
func race(t *testing.T, d *db.DB, wallets int, lasts time.Duration) {
	t.Helper()
	const clients, fewest = 8, 40
	bundles := make([]*bundle, wallets)
	sums := make([]atomic.Int64, wallets)
	for i := range bundles {
		bundles[i] = newBundle(t, d)
	}
	p := bundles[0].poster(t)
	var (
		all    sync.WaitGroup
		posted atomic.Int64
	)
	began := time.Now()
	for range clients {
		all.Go(func() {
			for n := 0; n < fewest || time.Since(began) < lasts; n++ {
				i := rand.IntN(wallets)                        //nolint:gosec // no secret
				amount := money.Amount(rand.Int64N(200) - 100) //nolint:gosec // no secret
				if amount == 0 {
					amount = 1
				}
				var err error
				if rand.IntN(2) == 0 { //nolint:gosec // no secret
					_, err = bundles[i].adjust(amount)
				} else {
					amount = -max(amount, -amount)
					work := messages(-amount)
					if err = p.Do(bundles[i].own, 1, work); err == nil {
						err = work[0].refused
					}
				}
				switch {
				case err == nil:
					sums[i].Add(int64(amount))
					posted.Add(1)
				case !fault.Is(err, fault.InsufficientBalance):
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for i, b := range bundles {
		require.Equal(t, sums[i].Load(), int64(b.balance(t)))
		require.Empty(t, b.faults(t))
	}
	verified, err := wallet.Verify(t.Context(), d, nil, func(f wallet.Fault) { t.Error(f) })
	require.NoError(t, err)
	require.EqualValues(t, 2*wallets, verified.Wallets)
	t.Logf("%d postings, %d entries", posted.Load(), verified.Entries)
}
