package channel_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	entchannel "github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/notification"
)

func TestAlert(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		told := func(b *bundle) string {
			return b.Client.Notification.Query().OnlyX(b.ctx).Message
		}
		tier := func(b *bundle) firm.MessagingTier {
			return b.Client.Firm.Query().Where(firm.ID(b.firmID)).OnlyX(b.ctx).MessagingTier
		}

		t.Run("the tier", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.create(t, b.whatsApp("Shop"))
			require.NoError(t, b.Alert(b.ctx, made.ID, provider.Alert{Type: "UPGRADE", Message: "15550001111", Tier: "TIER_10K"}))
			require.Equal(t, firm.MessagingTierTier10000, tier(b))
			require.Equal(t, "The provider of the channel Shop says: UPGRADE 15550001111", told(b))
			require.Equal(t, []change{
				{"firm.setMessagingTier", `{"messagingTier":"Tier250"}`, `{"channel":"Shop","messagingTier":"Tier10000"}`},
			}, b.audited(t, b.firmID))
			require.NoError(t, b.Alert(b.ctx, made.ID, provider.Alert{Type: "business_capability_update", Tier: "2000"}))
			require.Equal(t, firm.MessagingTierTier2000, tier(b))
			require.NoError(t, b.Alert(b.ctx, made.ID, provider.Alert{Type: "DOWNGRADE", Tier: "TIER_9"})) // a word of tomorrow
			require.Equal(t, firm.MessagingTierTier2000, tier(b))
		})
		t.Run("a blocked account", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.create(t, b.whatsApp("Shop"))
			alert := provider.Alert{Type: "ACCOUNT_VIOLATION", Message: "spam", Failing: provider.AccountBlocked}
			require.NoError(t, b.Alert(b.ctx, made.ID, alert))
			require.Equal(t, entchannel.StatusFailing, b.row(t, made.ID).Status)
			require.Contains(t, told(b), "refuses the channel Shop")
		})
		t.Run("a long text with control characters", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.create(t, b.whatsApp("Shop"))
			alert := provider.Alert{Type: "OBA\x01APPROVED\r", Message: strings.Repeat("\u2028é", 250)}
			require.NoError(t, b.Alert(b.ctx, made.ID, alert))
			require.Contains(t, told(b), "says: OBA APPROVED   é é")
			require.Equal(t, notification.MaxMessage, utf8.RuneCountInString(told(b)))
			alert.Failing = provider.AccountBlocked
			require.NoError(t, b.Alert(b.ctx, made.ID, alert))
			require.Equal(t, entchannel.StatusFailing, b.row(t, made.ID).Status)
		})
		t.Run("a channel that does not exist", func(t *testing.T) {
			b := newBundle(t, d)
			require.NoError(t, b.Alert(b.ctx, uuid.New(), provider.Alert{Type: "UPGRADE", Tier: "TIER_10K"}))
			require.Equal(t, firm.MessagingTierTier250, tier(b))
		})
	})
}
