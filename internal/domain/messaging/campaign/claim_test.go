package campaign_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// dues are the times of the messages in the queue, by their addresses.
func (b *bundle) dues(t testing.TB) map[string]time.Time {
	t.Helper()
	rows, err := db.All[struct {
		Address string
		At      *time.Time `sql:"due_at"`
	}](b.InFirm(b.ctx), `
SELECT m.address AS address, o.due_at AS due_at FROM outgoing_messages o JOIN messages m ON m.firm_id = $1 AND m.id = o.id WHERE o.firm_id = $1`)
	require.NoError(t, err)
	all := map[string]time.Time{}
	for _, row := range rows {
		all[row.Address] = time.Time{}
		if row.At != nil {
			all[row.Address] = row.At.UTC()
		}
	}
	return all
}

// What is in the queue when quiet hours begin waits until they end, by the clocks of its recipient
// or of the firm. A single message of the channel does not.
func TestQuietHoursAtTheClaim(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, of := range map[string]campaign.TimeZone{"OKFirm": campaign.OfFirm, "OKRecipient": campaign.OfRecipient} {
			t.Run(name, func(t *testing.T) {
				b := newBundle(t, d)
				b.credit(t, 10*price)
				b.contacts(t, 3)
				c := b.run(t, b.create(t, func(in *campaign.CreateInput) { in.TimeZone = &of }).ID)
				require.Len(t, b.queued(t), 3)
				zone := time.UTC // that of the firm
				if of == campaign.OfRecipient {
					zone = location(t, "Europe/Berlin")
				}
				now := entity.Now().In(zone)
				end := now.Add(2 * time.Hour).Truncate(time.Minute)
				quiet := `{"from": "` + now.Add(-time.Hour).Format("15:04") + `", "to": "` + end.Format("15:04") + `"}`
				_, err := b.InFirm(b.ctx).Exec("UPDATE campaigns SET quiet_hours = $3 WHERE firm_id = $1 AND id = $2", c.ID, quiet)
				require.NoError(t, err)
				run(t, b.dispatcher(), func() bool { return b.dues(t)[phone(2)].After(entity.Now().Add(time.Hour)) })
				require.Empty(t, b.adapter.calls)
				require.Equal(t, map[string]time.Time{phone(0): end.UTC(), phone(1): end.UTC(), phone(2): end.UTC()}, b.dues(t))
				require.Equal(t, campaign.Counts{Recipients: 3, Queued: 3}, b.get(t, c.ID).Counts)

				_, err = b.InFirm(b.ctx).Exec("UPDATE campaigns SET quiet_hours = NULL WHERE firm_id = $1 AND id = $2", c.ID)
				require.NoError(t, err)
				_, err = b.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET due_at = $2 WHERE firm_id = $1", entity.Now())
				require.NoError(t, err)
				require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
					return outgoing.Wake(ctx, d, map[uuid.UUID]time.Time{b.channel: entity.Now()})
				}))
				run(t, b.dispatcher(), func() bool { return b.get(t, c.ID).Counts.Sent == 3 })
				require.Equal(t, campaign.Completed, b.work(t, c.ID).Status)
				b.sound(t)
			})
		}
	})
}

// A campaign that is paused while a batch of it is called ends that batch, of at most 50 messages,
// and nothing else. Resumed, it calls for each of the others once.
func TestPauseWithinABatch(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const recipients, most = 400, 50
		b := newBundle(t, d)
		b.channelRate(t, most) // It would take eight seconds.
		b.credit(t, recipients*price)
		b.contacts(t, recipients)
		c := b.run(t, b.create(t).ID)
		order := b.queued(t)
		require.Len(t, order, recipients)
		stop := b.start(t)
		require.Eventually(t, func() bool { return b.called() >= 5 }, 3*time.Minute, pollTest)
		c, err := b.Pause(b.ctx, c.ID)
		require.NoError(t, err)
		require.Equal(t, campaign.Paused, c.Status)
		before := b.called()
		require.Eventually(t, func() bool { return b.parked(t)+b.get(t, c.ID).Counts.Sent == recipients }, 3*time.Minute, pollTest)
		stop()
		first := b.take()
		require.LessOrEqual(t, len(first), before+most)
		require.Less(t, len(first), recipients)
		// A claim passes over messages that the pause has locked, so these need not be the first.
		rest := slices.DeleteFunc(slices.Clone(order), func(id uuid.UUID) bool { return slices.Contains(first, id) })
		require.Len(t, rest, recipients-len(first))
		b.sound(t)

		c, err = b.Resume(b.ctx, c.ID)
		require.NoError(t, err)
		require.Equal(t, campaign.Running, c.Status)
		b.start(t)
		b.channelRate(t, 10_000)
		require.Eventually(t, func() bool { return b.get(t, c.ID).Status == campaign.Completed }, 3*time.Minute, pollTest)
		require.Equal(t, campaign.Counts{Recipients: recipients, Sent: recipients}, b.get(t, c.ID).Counts)
		require.ElementsMatch(t, rest, b.take(), "it goes on where it was, and calls for nobody again")
		b.sound(t)
	})
}

// called is how many calls the provider has got.
func (b *bundle) called() int {
	b.adapter.mu.Lock()
	defer b.adapter.mu.Unlock()
	return len(b.adapter.calls)
}

// take returns the messages of the calls so far, and forgets them.
func (b *bundle) take() (ids []uuid.UUID) {
	b.adapter.mu.Lock()
	defer b.adapter.mu.Unlock()
	for _, call := range b.adapter.calls {
		ids = append(ids, call.ID)
	}
	b.adapter.calls = nil
	return ids
}

// A campaign whose recipients can't be stored has Failed: those that are stored get nothing, and
// its price is released.
func TestFailed(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		d, err := db.Open(t.Context(), dbtest.URL(t, dialect))
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		b := newBundle(t, d)
		b.SetBatch(2)
		b.credit(t, 5*price)
		b.contacts(t, 5)
		id := b.execute(t, b.create(t).ID).ID
		more, err := b.Prepare(viewer.NewContext(b.ctx, &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}), id)
		require.NoError(t, err)
		require.True(t, more)
		_, err = b.InFirm(b.ctx).Exec("UPDATE channels SET deleted_at = $3 WHERE firm_id = $1 AND id = $2", b.channel, entity.Now())
		require.NoError(t, err)
		jobs := job.NewRunner(job.Config{DB: d})
		b.Handle(jobs)
		working, stop := context.WithCancel(context.Background())
		require.NoError(t, jobs.Start(working))
		t.Cleanup(func() {
			stop()
			require.NoError(t, jobs.Wait())
		})
		require.Eventually(t, func() bool { return b.get(t, id).Status == campaign.Failed }, 3*time.Minute, pollTest)
		require.Equal(t, 5*price, b.balance(t).Held)

		c := b.work(t, id)
		require.Equal(t, campaign.Counts{Recipients: 2, Cancelled: 2}, c.Counts)
		require.NotNil(t, c.FinishedAt)
		require.Zero(t, b.balance(t).Held)
		require.Equal(t, []string{"Campaign failed"}, b.titles(t))
		require.Empty(t, b.queued(t))
		for _, refused := range []func() error{
			func() error { _, err := b.Execute(b.ctx, id); return err },
			func() error { _, err := b.Resume(b.ctx, id); return err },
			func() error { _, err := b.Cancel(b.ctx, id); return err },
		} {
			require.True(t, fault.Is(refused(), fault.Conflict))
		}
		b.sound(t)
		require.NoError(t, b.Delete(b.ctx, id))
	})
}
