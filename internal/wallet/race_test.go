package wallet_test

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/money"
	"github.com/firmhub/firmhub/internal/wallet"
)

// TestRace lets eight clients adjust and charge a few wallets at once: nothing is refused but for the balance, and the sums are
// right.
func TestRace(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const clients, wallets, postings = 8, 3, 40
		bundles := make([]*bundle, wallets)
		sums := make([]atomic.Int64, wallets)
		for i := range bundles {
			bundles[i] = newBundle(t, d)
		}
		p := bundles[0].poster(t)
		var all sync.WaitGroup
		for range clients {
			all.Go(func() {
				for range postings {
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
	})
}
