package campaign_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/privacy"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// erase erases a contact, and runs the rounds of its job that are due.
func (b *bundle) erase(t *testing.T, contact uuid.UUID) (finish func()) {
	t.Helper()
	blobs, err := blob.Open("file://" + t.TempDir())
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, blobs.Close()) })
	key, err := secret.ParseKey("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	require.NoError(t, err)
	m := privacy.NewManager(b.DB, file.New(b.DB, blobs, authz.New(b.Client, 0), "https://api.example.com"), b.messages, b.Manager,
		nil, privacy.Config{Key: key, NoWait: true})
	require.NoError(t, m.Erase(b.ctx, contact))
	return func() {
		runner := job.NewRunner(job.Config{DB: b.DB})
		m.Handle(runner)
		ctx, cancel := context.WithCancel(t.Context())
		sql := dbtest.SQL(t.Context(), b.DB)
		// A round that waits for the queue is due at once.
		_, err := sql.Exec("UPDATE river_job SET state = 'available', scheduled_at = $1 WHERE kind = 'contact.erase' AND state = 'scheduled'",
			entity.Now())
		require.NoError(t, err)
		require.NoError(t, runner.Start(ctx))
		require.Eventually(t, func() bool {
			var left int
			_, err := sql.Row([]any{&left}, "SELECT count(*) FROM river_job WHERE kind = 'contact.erase' AND state NOT IN ('completed', 'scheduled')")
			return err == nil && left == 0
		}, time.Minute, pollTest)
		cancel()
		require.NoError(t, runner.Wait())
	}
}

// addresses returns the addresses that campaigns and messages of a contact have.
func (b *bundle) addresses(t *testing.T, contact uuid.UUID) []string {
	t.Helper()
	all, err := db.All[string](b.InFirm(b.ctx), `
SELECT coalesce(address, '') || coalesce(phone, '') || coalesce(body, '') AS text FROM messages WHERE firm_id = $1 AND contact_id = $2
UNION SELECT address FROM campaign_recipients WHERE firm_id = $1 AND contact_id = $2`, contact)
	require.NoError(t, err)
	return all
}

// Whoever is erased gets nothing any more, and all amounts and counts stay right.
func TestErased(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKWaiting", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			contacts := b.contacts(t, 4)
			c := b.execute(t, b.create(t).ID)
			b.prepare(t, c.ID)
			require.Equal(t, campaign.Running, b.work(t, c.ID).Status)
			require.Equal(t, 4*price, b.balance(t).Held)
			finish := b.erase(t, contacts[0])
			require.Equal(t, 3*price, b.balance(t).Held)
			b.sound(t)
			finish()
			require.Equal(t, []string{""}, b.addresses(t, contacts[0]))
			b.sound(t)
			b.work(t, c.ID)
			require.Equal(t, 3, b.send(t))
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Completed, c.Status)
			require.Equal(t, campaign.Counts{Recipients: 3, Skipped: 1, Sent: 3}, c.Counts)
			b.sound(t)
		})
		t.Run("OKPreparing", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			contacts := b.contacts(t, 3)
			c := b.execute(t, b.create(t).ID)
			b.prepare(t, c.ID)
			require.Equal(t, campaign.Preparing, b.get(t, c.ID).Status)
			finish := b.erase(t, contacts[0])
			b.work(t, c.ID)
			b.work(t, c.ID) // before the erasure looks at the campaign again
			require.Equal(t, 2, b.send(t))
			finish()
			finish()
			require.Equal(t, []string{""}, b.addresses(t, contacts[0]))
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Completed, c.Status)
			require.Equal(t, campaign.Counts{Recipients: 2, Skipped: 1, Sent: 2}, c.Counts)
			require.Zero(t, b.balance(t).Held)
			b.sound(t)
		})
		t.Run("OKRead", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			contacts := b.contacts(t, 3)
			c := b.execute(t, b.create(t).ID)
			var finish func()
			_, err := b.PrepareAround(viewer.NewContext(b.ctx, &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}), c.ID, func() {
				finish = b.erase(t, contacts[0])
				finish()
			})
			require.NoError(t, err)
			b.prepare(t, c.ID)
			b.work(t, c.ID)
			b.work(t, c.ID)
			require.Equal(t, 2, b.send(t))
			finish()
			finish()
			require.Equal(t, []string{""}, b.addresses(t, contacts[0]))
			require.Equal(t, campaign.Completed, b.work(t, c.ID).Status)
			require.Zero(t, b.balance(t).Held)
			b.sound(t)
		})
		t.Run("OKReadPaused", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			contacts := b.contacts(t, 3)
			c := b.execute(t, b.create(t).ID)
			more, err := b.PrepareAround(viewer.NewContext(b.ctx, &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}), c.ID, func() {
				_, err := b.Pause(b.ctx, c.ID)
				require.NoError(t, err)
				b.erase(t, contacts[0])()
				_, err = b.Resume(b.ctx, c.ID)
				require.NoError(t, err)
			})
			require.NoError(t, err)
			require.False(t, more)
			b.prepare(t, c.ID)
			require.Empty(t, b.addresses(t, contacts[0]))
			b.work(t, c.ID)
			b.work(t, c.ID)
			require.Equal(t, 2, b.send(t))
			require.Equal(t, campaign.Completed, b.work(t, c.ID).Status)
			require.Zero(t, b.balance(t).Held)
			b.sound(t)
		})
		t.Run("OKHeldTooLittle", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, price)
			contacts := b.contacts(t, 2)
			b.consent(t, phone(1), consent.OptedOut)
			c := b.execute(t, b.create(t).ID)
			b.consent(t, phone(1), consent.OptedIn)
			b.prepare(t, c.ID)
			c = b.work(t, c.ID)
			require.Equal(t, campaign.InsufficientBalance, *c.PauseReason)
			b.erase(t, contacts[0])
			require.Equal(t, price, b.balance(t).Held)
			b.sound(t)
			b.erase(t, contacts[1])
			require.Zero(t, b.balance(t).Held)
			b.sound(t)
			_, err := b.Cancel(b.ctx, c.ID)
			require.NoError(t, err)
			b.work(t, c.ID)
			require.Zero(t, b.balance(t).Held)
			b.sound(t)
		})
		t.Run("OKHeldMore", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, price)
			b.contacts(t, 2)
			b.consent(t, phone(1), consent.OptedOut)
			c := b.execute(t, b.create(t).ID)
			b.consent(t, phone(1), consent.OptedIn)
			b.prepare(t, c.ID)
			require.Equal(t, campaign.InsufficientBalance, *b.work(t, c.ID).PauseReason)
			resume := func() {
				resumed, err := b.Resume(b.ctx, c.ID)
				require.NoError(t, err)
				require.Equal(t, campaign.Preparing, resumed.Status)
				b.sound(t)
			}
			resume()
			require.Equal(t, campaign.InsufficientBalance, *b.work(t, c.ID).PauseReason, "nothing was credited")
			require.Equal(t, price, b.balance(t).Held)
			b.credit(t, price)
			resume()
			_, err := b.Pause(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, price, b.balance(t).Held, "what is missing is held when it starts")
			b.sound(t)
			resume()
			require.Equal(t, campaign.Running, b.work(t, c.ID).Status)
			require.Equal(t, 2*price, b.balance(t).Held)
			b.sound(t)
			b.work(t, c.ID)
			require.Equal(t, 2, b.send(t))
			require.Equal(t, campaign.Completed, b.work(t, c.ID).Status)
			require.Zero(t, b.balance(t).Held)
			b.sound(t)
		})
		t.Run("OKPausedPreparing", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			contacts := b.contacts(t, 4)
			c := b.execute(t, b.create(t).ID)
			b.prepare(t, c.ID)
			_, err := b.Pause(b.ctx, c.ID)
			require.NoError(t, err)
			finish := b.erase(t, contacts[0])
			require.Equal(t, 3*price, b.balance(t).Held)
			finish()
			_, err = b.Resume(b.ctx, c.ID)
			require.NoError(t, err)
			b.work(t, c.ID)
			b.work(t, c.ID)
			require.Equal(t, 3, b.send(t))
			require.Equal(t, campaign.Completed, b.work(t, c.ID).Status)
			require.Zero(t, b.balance(t).Held)
			b.sound(t)
		})
		t.Run("OKQueued", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			contacts := b.contacts(t, 4)
			c := b.run(t, b.create(t).ID)
			finish := b.erase(t, contacts[0])
			require.Equal(t, 3*price, b.balance(t).Held)
			finish()
			require.Equal(t, []string{""}, b.addresses(t, contacts[0]))
			require.Equal(t, 3, b.send(t))
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Completed, c.Status)
			require.Equal(t, campaign.Counts{Recipients: 4, Cancelled: 1, Sent: 3}, c.Counts)
			b.sound(t)
		})
		t.Run("OKSent", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			contacts := b.contacts(t, 4)
			c := b.run(t, b.create(t).ID)
			require.Equal(t, 4, b.send(t))
			c = b.work(t, c.ID)
			before := b.balance(t)
			b.erase(t, contacts[0])()
			require.Equal(t, []string{""}, b.addresses(t, contacts[0]))
			require.Equal(t, c.Counts, b.get(t, c.ID).Counts)
			require.Equal(t, before, b.balance(t))
			b.sound(t)
		})
		// A message that a provider is being called for keeps its address until the call has ended.
		t.Run("OKUnderWay", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			contacts := b.contacts(t, 1)
			c := b.run(t, b.create(t).ID)
			under := b.claim(t)
			require.Len(t, under, 1)
			finish := b.erase(t, contacts[0])
			finish()
			require.Contains(t, b.addresses(t, contacts[0]), phone(0)+phone(0))
			require.NoError(t, b.messages.Settle(b.ctx, []messaging.Call{{
				ID: under[0].ID, Outcome: provider.Outcome{Result: provider.Taken, ProviderID: "p-" + under[0].ID.String()}, At: entity.Now(),
			}}))
			finish()
			require.Equal(t, []string{""}, b.addresses(t, contacts[0]))
			require.Equal(t, campaign.Counts{Recipients: 1, Sent: 1}, b.work(t, c.ID).Counts)
			b.sound(t)
		})
	})
}
