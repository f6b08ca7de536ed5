package campaign_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// The template or the channel of a campaign is deleted while it is executed in a transaction that
// has not ended.
func TestDeletedMeanwhile(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, remove := range map[string]func(b *bundle) error{
			"OKTemplate": func(b *bundle) error { return template.NewManager(d, b.channels, nil).Delete(b.ctx, b.template) },
			"OKChannel":  func(b *bundle) error { return b.channels.Delete(b.ctx, b.channel) },
		} {
			t.Run(name, func(t *testing.T) {
				b := newBundle(t, d)
				id := b.create(t, func(in *campaign.CreateInput) { in.ScheduledAt = new(time.Now().Add(time.Hour)) }).ID
				deleted := make(chan error, 1)
				require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
					_, err := b.Execute(ctx, id)
					if err != nil {
						return err
					}
					go func() { deleted <- remove(b) }()
					if d.Dialect() == db.SQLite {
						return nil // It has one writer.
					}
					require.Eventually(t, func() bool {
						waits, err := db.All[int](d.AcrossFirms(rule.AcrossFirms(b.ctx, "a test")),
							"SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
						require.NoError(t, err)
						return len(waits) > 0 || len(deleted) > 0
					}, time.Minute, pollTest)
					return nil
				}))
				err := <-deleted
				require.True(t, fault.Is(err, fault.Conflict), err)
				require.Equal(t, campaign.Scheduled, b.get(t, id).Status)

				_, err = b.Cancel(b.ctx, id)
				require.NoError(t, err)
				b.work(t, id)
				draft := b.create(t).ID
				require.NoError(t, remove(b))
				_, err = b.Execute(b.ctx, draft)
				require.True(t, fault.Is(err, fault.Conflict), err)
			})
		}
	})
}

// Messages that are due together, as at the end of quiet hours, keep the rate of their campaign.
func TestRateAfterWait(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const contacts, perSecond = 20, 10
		b := newBundle(t, d)
		b.credit(t, contacts*price)
		b.contacts(t, contacts)
		var called []time.Time
		b.adapter.answer = func(m provider.Message) provider.Outcome {
			called = append(called, time.Now())
			return taken(m.ID)
		}
		c := b.run(t, b.create(t, func(in *campaign.CreateInput) { in.MessagesPerSecond = new(perSecond) }).ID)
		now := entity.Now()
		_, err := b.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET due_at = $2 WHERE firm_id = $1", now)
		require.NoError(t, err)
		_, err = b.InFirm(b.ctx).Exec("UPDATE channel_lanes SET due_at = $2 WHERE firm_id = $1", now)
		require.NoError(t, err)
		run(t, b.dispatcher(), func() bool { return b.get(t, c.ID).Counts.Sent == contacts })
		slices.SortFunc(called, time.Time.Compare)
		require.Len(t, called, contacts)
		// Ten a second from the first claim on, and those of a tenth of a second before. A call
		// that is late makes no other one early.
		for i, at := range called {
			require.GreaterOrEqual(t, at.Sub(now), time.Duration(i-1)*time.Second/perSecond, i)
		}
		b.sound(t)
	})
}
