package mail

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// A firm that withdraws and repeats an invitation has three mailed at once, and then one every 20
// minutes.
func TestInvite_limit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		now, skipped := time.Now(), 0
		m := New(d, Config{Box: NewBox(), Now: func() time.Time { return now }})
		m.Observe(func(string) { skipped++ })
		firm := uuid.New()
		mailed := func(invitations int) int {
			before := skipped
			for range invitations {
				require.NoError(t, d.Tx(t.Context(), func(ctx context.Context) error {
					return m.Invite(ctx, &ent.Membership{ID: uuid.New(), FirmID: firm, Email: "ana@example.com"})
				}))
			}
			return invitations - (skipped - before)
		}
		require.Equal(t, 3, mailed(5))
		now = now.Add(19 * time.Minute)
		require.Zero(t, mailed(2))
		now = now.Add(2 * time.Minute)
		require.Equal(t, 1, mailed(2))
		now = now.Add(time.Hour)
		require.Equal(t, 3, mailed(5))
		firm = uuid.New()
		require.Equal(t, 3, mailed(5))
	})
}
