package campaign_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/entity"
)

// occurred changes when all messages have occurred. Those that expire do so now.
func (b *bundle) occurred(t testing.TB, at time.Time) {
	t.Helper()
	for _, table := range []string{"messages", "message_keys", "outgoing_messages"} {
		_, err := b.InFirm(b.ctx).Exec("UPDATE "+table+" SET occurred_at = $2 WHERE firm_id = $1", at)
		require.NoError(t, err)
	}
	_, err := b.InFirm(b.ctx).Exec("UPDATE campaign_recipients SET message_at = $2 WHERE firm_id = $1", at)
	require.NoError(t, err)
	_, err = b.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET check_at = $2 WHERE firm_id = $1 AND check_at IS NOT NULL", entity.Now())
	require.NoError(t, err)
}

// maintained does the work of the periodic tasks for messages.
func (b *bundle) maintained(t testing.TB) {
	t.Helper()
	now := entity.Now()
	for more := true; more; {
		require.NoError(t, b.Tx(t.Context(), func(ctx context.Context) (err error) {
			more, err = messaging.Maintain(ctx, b.DB, now)
			return err
		}))
	}
	for more := true; more; {
		var err error
		more, err = b.messages.Check(t.Context())
		require.NoError(t, err)
	}
}

// Messages of campaigns wait for a year, and have failed before they are deleted.
func TestOldMessages(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, wait := range map[string]func(b *bundle, c *campaign.Campaign) error{
			"OKPausedChannel": func(b *bundle, _ *campaign.Campaign) error {
				_, err := b.InFirm(b.ctx).Exec("UPDATE channels SET status = 'Paused' WHERE firm_id = $1")
				return err
			},
			"OKPausedCampaign": func(b *bundle, c *campaign.Campaign) error {
				_, err := b.Pause(b.ctx, c.ID)
				return err
			},
		} {
			t.Run(name, func(t *testing.T) {
				b := newBundle(t, d)
				b.credit(t, 10*price)
				b.contacts(t, 2)
				c := b.run(t, b.create(t).ID)
				require.NoError(t, wait(b, c))
				b.occurred(t, entity.Now().AddDate(0, 0, -365))
				b.maintained(t)
				require.Equal(t, campaign.Counts{Recipients: 2, Queued: 2}, b.get(t, c.ID).Counts)

				b.occurred(t, entity.Now().AddDate(0, 0, -367))
				b.maintained(t)
				require.Equal(t, campaign.Counts{Recipients: 2, Failed: 2}, b.get(t, c.ID).Counts)
				require.Zero(t, b.balance(t).Held)
				require.Empty(t, b.queued(t))
				b.sound(t)
			})
		}
	})
}
