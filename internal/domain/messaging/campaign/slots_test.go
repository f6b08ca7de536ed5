package campaign_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/entity"
)

// A firm whose large audiences are counted delays the campaigns of no other one.
func TestTurnsOfFirms(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		// large returns a firm with an executed campaign that a runner has to count.
		large := func(t *testing.T) (*bundle, *campaign.Campaign) {
			t.Helper()
			b, id := newLarge(t, d)
			b.credit(t, 4*price)
			c := b.execute(t, id)
			return b, c
		}
		work := func(t *testing.T, r *campaign.Runner) {
			t.Helper()
			_, err := r.Work(t.Context())
			require.NoError(t, err)
			r.WaitBegun()
		}
		t.Run("OKSlots", func(t *testing.T) {
			busy, waits := large(t)
			other, begins := large(t)
			r := busy.NewRunner(0)
			require.True(t, r.TakeSlot(busy.firm.ID))
			require.True(t, r.TakeSlot(busy.firm.ID))
			require.False(t, r.TakeSlot(busy.firm.ID))
			work(t, r)
			require.Zero(t, busy.get(t, waits.ID).Held)
			require.Equal(t, 4*price, other.get(t, begins.ID).Held)
			work(t, busy.NewRunner(0))
			require.Equal(t, 4*price, busy.get(t, waits.ID).Held)
		})
		t.Run("OKMany", func(t *testing.T) {
			busy := newBundle(t, d)
			for range 101 { // more than a look finds
				busy.create(t)
			}
			_, err := busy.InFirm(busy.ctx).Exec("UPDATE campaigns SET run_at = $2 WHERE firm_id = $1", entity.Now())
			require.NoError(t, err)
			other, begins := large(t)
			work(t, busy.NewRunner(0))
			require.Equal(t, 4*price, other.get(t, begins.ID).Held)
		})
	})
}
