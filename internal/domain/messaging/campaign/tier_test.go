package campaign_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/entity"
)

// tierLimit is to how many people a new firm may write by WhatsApp within 24 hours.
const tierLimit = 250

// reported reports messages to n people, an hour ago.
func (b *bundle) reported(t testing.TB, n int) {
	t.Helper()
	var in messaging.ReportInput
	for i := range n {
		in.Messages = append(in.Messages, &messaging.MessageInput{
			ProviderMessageID: fmt.Sprintf("reported-%d", i), Direction: message.DirectionOutbound, Phone: new(fmt.Sprintf("+55119876%05d", i)),
			Category: "Service", Status: message.StatusDelivered, OccurredAt: time.Now().Add(-time.Hour),
		})
	}
	answer, err := b.messages.Report(b.ctx, in)
	require.NoError(t, err)
	require.Empty(t, answer.Rejected)
}

// age makes all messages and their places in the queue older.
func (b *bundle) age(t testing.TB, by time.Duration) {
	t.Helper()
	rows, err := db.All[struct {
		ID uuid.UUID
		At time.Time `sql:"expires_at"`
	}](b.InFirm(b.ctx), "SELECT id, expires_at FROM outgoing_messages WHERE firm_id = $1")
	require.NoError(t, err)
	for _, row := range rows {
		_, err := b.InFirm(b.ctx).Exec(`
UPDATE outgoing_messages SET due_at = $3, expires_at = $4, check_at = $4 WHERE firm_id = $1 AND id = $2 AND state = 'Queued'`,
			row.ID, entity.Now(), row.At.Add(-by))
		require.NoError(t, err)
	}
	_, err = b.InFirm(b.ctx).Exec("UPDATE channel_lanes SET due_at = $2 WHERE firm_id = $1", entity.Now())
	require.NoError(t, err)
	for more := true; more; {
		more, err = b.messages.Check(b.ctx)
		require.NoError(t, err)
	}
}

// deferred reports whether all messages of the queue wait for more than a minute.
func (b *bundle) deferred(t testing.TB) bool {
	t.Helper()
	var n, later int
	_, err := b.InFirm(b.ctx).Row([]any{&n, &later}, `
SELECT count(*), count(CASE WHEN due_at > $2 THEN 1 END) FROM outgoing_messages WHERE firm_id = $1 AND state = 'Queued'`,
		entity.Now().Add(time.Minute))
	require.NoError(t, err)
	return n > 0 && n == later
}

func TestTierDays(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKNextDays", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.credit(t, 10*price)
			w.contactsFrom(t, 5, 3)
			w.reported(t, tierLimit)
			c := w.create(t)
			quote, err := w.Quote(w.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, []int{0, 3}, []int{*quote.TierLeft, quote.AboveTier})
			w.run(t, c.ID)
			for range 3 { // days, in which the firm writes to others
				run(t, w.dispatcher(), func() bool { return w.deferred(t) })
				w.age(t, 23*time.Hour+50*time.Minute)
			}
			require.Equal(t, campaign.Counts{Recipients: 3, Queued: 3}, w.get(t, c.ID).Counts)
			require.Equal(t, 3*price, w.balance(t).Held)
			w.sound(t)

			past := entity.Now().Add(-25 * time.Hour)
			_, err = w.InFirm(w.ctx).Exec("UPDATE messages SET occurred_at = $2 WHERE firm_id = $1 AND campaign_id IS NULL", past)
			require.NoError(t, err)
			w.age(t, 0)
			run(t, w.dispatcher(), func() bool { return w.get(t, c.ID).Counts.Sent == 3 })
			require.Equal(t, campaign.Completed, w.work(t, c.ID).Status)
			require.Zero(t, w.balance(t).Held)
			w.sound(t)
		})
		t.Run("OKQueue", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.credit(t, 3*tierLimit*price)
			w.contacts(t, tierLimit+50)
			first := w.run(t, w.create(t).ID)
			require.Len(t, w.queued(t), tierLimit, "more would wait in the queue for days")
			w.run(t, w.create(t, func(in *campaign.CreateInput) { in.Name = "Second" }).ID)
			require.Len(t, w.queued(t), tierLimit, "they share the tier")
			_, err := w.Pause(w.ctx, first.ID)
			require.NoError(t, err)
			w.sound(t)
		})
		t.Run("OKChannelPaused", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			c := b.run(t, b.create(t).ID)
			_, err := b.channels.Pause(b.ctx, b.channel)
			require.NoError(t, err)
			for range 3 {
				b.age(t, 25*time.Hour)
			}
			require.Equal(t, campaign.Counts{Recipients: 3, Queued: 3}, b.get(t, c.ID).Counts)
			_, err = b.channels.Resume(b.ctx, b.channel)
			require.NoError(t, err)
			require.Equal(t, 3, b.send(t))
			require.Equal(t, campaign.Completed, b.work(t, c.ID).Status)
			b.sound(t)
		})
		// A lane may look at messages before Check gives them another time.
		t.Run("OKChannelPausedLane", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			c := b.run(t, b.create(t).ID)
			_, err := b.channels.Pause(b.ctx, b.channel)
			require.NoError(t, err)
			_, err = b.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET expires_at = $2, check_at = $3 WHERE firm_id = $1",
				entity.Now().Add(-time.Second), entity.Now().Add(time.Hour))
			require.NoError(t, err)
			_, err = b.InFirm(b.ctx).Exec("UPDATE channel_lanes SET due_at = $2 WHERE firm_id = $1", entity.Now())
			require.NoError(t, err)
			run(t, b.dispatcher(), func() bool {
				var due int
				_, err := b.InFirm(b.ctx).Row([]any{&due}, "SELECT count(*) FROM channel_lanes WHERE firm_id = $1 AND due_at <= $2", entity.Now())
				return err == nil && due == 0
			})
			require.Equal(t, campaign.Counts{Recipients: 3, Queued: 3}, b.get(t, c.ID).Counts)
		})
		t.Run("OKChannelPausedBefore", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			_, err := b.channels.Pause(b.ctx, b.channel)
			require.NoError(t, err)
			c := b.run(t, b.create(t).ID)
			require.Empty(t, b.queued(t))
			_, err = b.channels.Resume(b.ctx, b.channel)
			require.NoError(t, err)
			b.work(t, c.ID)
			require.Equal(t, 3, b.send(t))
			b.sound(t)
		})
		t.Run("Expires", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			c := b.run(t, b.create(t).ID)
			b.age(t, 25*time.Hour)
			require.Equal(t, campaign.Counts{Recipients: 3, Failed: 3}, b.get(t, c.ID).Counts)
			require.Zero(t, b.balance(t).Held)
			require.Equal(t, campaign.Completed, b.work(t, c.ID).Status)
			b.sound(t)
		})
	})
}
