package campaign_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// setTemplate changes what the provider has decided about the template.
func (b *bundle) setTemplate(t testing.TB, status string) {
	t.Helper()
	_, err := b.InFirm(b.ctx).Exec("UPDATE templates SET approved_status = $3 WHERE firm_id = $1 AND id = $2", b.template, status)
	require.NoError(t, err)
}

// write makes another text the version of the template in use.
func (b *bundle) write(t testing.TB, body string) {
	t.Helper()
	templates := template.NewManager(b.DB, b.channels, nil)
	_, err := templates.Update(b.ctx, template.UpdateInput{ID: b.template, Body: &body})
	require.NoError(t, err)
	_, err = templates.Submit(b.ctx, b.template)
	require.NoError(t, err)
}

// bodies are the texts of the messages of the firm, in alphabetical order.
func (b *bundle) bodies(t testing.TB) []string {
	t.Helper()
	texts, err := db.All[string](b.InFirm(b.ctx), "SELECT body FROM messages WHERE firm_id = $1 ORDER BY body")
	require.NoError(t, err)
	return texts
}

// titles are those of the notifications of the firm, in order.
func (b *bundle) titles(t testing.TB) (titles []string) {
	t.Helper()
	for _, row := range b.Client.Notification.Query().AllX(b.ctx) {
		titles = append(titles, row.Title)
	}
	return titles
}

func TestRun(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKPause", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 4)
			c := b.run(t, b.create(t).ID)
			under := b.claim(t)[:1] // The others of the claim go back.
			calls := []messaging.Call{}
			for _, m := range b.queued(t) {
				if m != under[0].ID {
					calls = append(calls, messaging.Call{ID: m, Outcome: inAMoment, At: entity.Now()})
				}
			}
			require.NoError(t, b.messages.Settle(b.ctx, calls))
			c, err := b.Pause(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Paused, c.Status)
			require.Equal(t, campaign.Requested, *c.PauseReason)
			require.Empty(t, b.claim(t))
			require.NoError(t, b.messages.Settle(b.ctx, []messaging.Call{{ID: under[0].ID, Outcome: taken(under[0].ID), At: entity.Now()}}))
			require.Equal(t, 1, b.get(t, c.ID).Counts.Sent)
			b.sound(t)

			c, err = b.Resume(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Running, c.Status)
			require.Nil(t, c.PauseReason)
			b.wait(t, time.Minute)
			require.Equal(t, 3, b.send(t))
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Completed, c.Status)
			require.Equal(t, campaign.Counts{Recipients: 4, Sent: 4}, c.Counts)
			require.Equal(t, []string{"Campaign completed"}, b.titles(t))
			b.sound(t)
		})
		t.Run("OKPauseRetryAfter", func(t *testing.T) {
			for _, rate := range []*int{nil, new(2)} {
				b, c := newRetried(t, d, rate)
				_, err := b.Pause(b.ctx, c.ID)
				require.NoError(t, err)
				require.Empty(t, b.claim(t))
				_, err = b.Resume(b.ctx, c.ID)
				require.NoError(t, err)
				b.retried(t, c.ID)
			}
		})
		t.Run("OKPauseRetryFallsDue", func(t *testing.T) {
			b, c := newRetried(t, d, nil)
			_, err := b.Pause(b.ctx, c.ID)
			require.NoError(t, err)
			b.wait(t, 2*time.Hour)
			_, err = b.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET expires_at = $2 WHERE firm_id = $1", entity.Now())
			require.NoError(t, err)
			_, err = b.messages.Check(b.ctx)
			require.NoError(t, err)
			run(t, b.dispatcher(), func() bool { return b.parked(t) == 2 })
			require.Empty(t, b.adapter.calls)
			require.Equal(t, campaign.Counts{Recipients: 2, Queued: 2}, b.get(t, c.ID).Counts, "they don't expire")
			_, err = b.Resume(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, 2, b.send(t))
			require.Equal(t, campaign.Completed, b.work(t, c.ID).Status)
			b.sound(t)
		})
		t.Run("OKCancelRetryAfter", func(t *testing.T) {
			b, c := newRetried(t, d, nil)
			_, err := b.Pause(b.ctx, c.ID)
			require.NoError(t, err)
			c, err = b.Cancel(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Counts{Recipients: 2, Cancelled: 2}, c.Counts)
			require.Zero(t, b.balance(t).Held)
			require.Empty(t, b.queued(t))
			b.sound(t)
		})
		t.Run("OKPausePreparing", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 2)
			c := b.execute(t, b.create(t).ID)
			c, err := b.Pause(b.ctx, c.ID)
			require.NoError(t, err)
			b.prepare(t, c.ID)
			require.Zero(t, b.get(t, c.ID).Counts.Recipients)
			c, err = b.Resume(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Preparing, c.Status)
			b.prepare(t, c.ID)
			b.work(t, c.ID)
			b.work(t, c.ID)
			require.Equal(t, 2, b.send(t))
			require.Equal(t, campaign.Completed, b.work(t, c.ID).Status)
			b.sound(t)
		})
		t.Run("OKCancel", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			c := b.run(t, b.create(t).ID)
			c, err := b.Cancel(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Cancelled, c.Status)
			require.Equal(t, campaign.Counts{Recipients: 3, Cancelled: 3}, c.Counts)
			require.Zero(t, b.balance(t).Held)
			require.Empty(t, b.claim(t))
			b.work(t, c.ID)
			b.sound(t)
		})
		t.Run("OKCancelAndDie", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			id := b.run(t, b.create(t).ID).ID
			require.NoError(t, b.CancelAndDie(b.ctx, id, func() {}))
			c := b.get(t, id)
			require.Equal(t, []any{campaign.Cancelled, 3}, []any{c.Status, c.Counts.Queued})
			require.Equal(t, 3*price, b.balance(t).Held)
			require.Empty(t, b.claim(t), "nothing is sent meanwhile")

			c = b.work(t, id)
			require.Equal(t, campaign.Counts{Recipients: 3, Cancelled: 3}, c.Counts)
			require.Zero(t, c.Held)
			require.Zero(t, b.balance(t).Held)
			require.Empty(t, b.queued(t))
			b.sound(t)
		})
		t.Run("OKResumeRate", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 20*price)
			b.contacts(t, 12)
			id := b.run(t, b.create(t, func(in *campaign.CreateInput) { in.MessagesPerSecond = new(2) }).ID).ID
			require.Len(t, b.queued(t), 10, "those of five seconds")
			_, err := b.Pause(b.ctx, id)
			require.NoError(t, err)
			now := entity.Now().Add(time.Hour)
			b.SetNow(func() time.Time { return now })
			_, err = b.Resume(b.ctx, id)
			require.NoError(t, err)
			due := func() (all []time.Duration) {
				rows, err := db.All[struct {
					At time.Time `sql:"due_at"`
				}](b.InFirm(b.ctx), "SELECT due_at FROM outgoing_messages WHERE firm_id = $1 ORDER BY id")
				require.NoError(t, err)
				for _, row := range rows {
					all = append(all, row.At.Sub(now))
				}
				return all
			}
			var spaced []time.Duration
			for i := range 10 {
				spaced = append(spaced, time.Duration(i)*time.Second/2)
			}
			require.Equal(t, spaced, due())
			_, err = b.Cancel(b.ctx, id)
			require.NoError(t, err)
			b.sound(t)
		})
		t.Run("OKCancelPreparing", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			c := b.execute(t, b.create(t).ID)
			b.prepare(t, c.ID)
			c, err := b.Cancel(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Counts{Recipients: 3, Cancelled: 3}, c.Counts)
			require.Zero(t, b.balance(t).Held)
			b.prepare(t, c.ID)
			b.sound(t)
		})
		t.Run("OKTemplate", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 2)
			c := b.run(t, b.create(t).ID)
			b.setTemplate(t, "Paused")
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Paused, c.Status)
			require.Equal(t, campaign.TemplatePaused, *c.PauseReason)
			require.Empty(t, b.claim(t))
			require.Equal(t, campaign.Paused, b.work(t, c.ID).Status)
			b.setTemplate(t, "Approved")
			require.Equal(t, campaign.Running, b.work(t, c.ID).Status)
			require.Equal(t, 2, b.send(t))
			b.work(t, c.ID)
			require.Equal(t, []string{"Campaign paused", "Campaign completed"}, b.titles(t))
			b.sound(t)
		})
		t.Run("OKTemplateRetryAfter", func(t *testing.T) {
			for _, rate := range []*int{nil, new(2)} {
				b, c := newRetried(t, d, rate)
				b.setTemplate(t, "Paused")
				require.Equal(t, campaign.Paused, b.work(t, c.ID).Status)
				require.Empty(t, b.claim(t))
				b.setTemplate(t, "Approved")
				require.Equal(t, campaign.Running, b.work(t, c.ID).Status)
				b.retried(t, c.ID)
			}
		})
		t.Run("OKTemplatePinned", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 2)
			c := b.run(t, b.create(t).ID)
			b.setTemplate(t, "Paused")
			b.work(t, c.ID)
			c, err := b.Pause(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Requested, *c.PauseReason)
			b.setTemplate(t, "Approved")
			require.Equal(t, campaign.Paused, b.work(t, c.ID).Status, "a person has paused it")
			_, err = b.Pause(b.ctx, c.ID)
			require.True(t, fault.Is(err, fault.Conflict), err)
			c, err = b.Resume(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Running, c.Status)
			require.Equal(t, 2, b.send(t))
			require.Equal(t, []string{"Campaign paused"}, b.titles(t))
			b.sound(t)
		})
		t.Run("OKContactsChange", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 2*price)
			ids := b.contacts(t, 2)
			c := b.execute(t, b.create(t).ID)
			b.contacts(t, 3) // are newer than the campaign
			b.Client.Contact.UpdateOneID(ids[0]).SetIsActive(false).ExecX(b.ctx)
			b.prepare(t, c.ID)
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Counts{Recipients: 1, Skipped: 1, Queued: 1}, c.Counts)
			require.Equal(t, price, b.balance(t).Held, "the rest is released")
			b.sound(t)
		})
		t.Run("OKSchedule", func(t *testing.T) {
			b := newBundle(t, d)
			b.contacts(t, 2)
			later := time.Now().Add(time.Hour)
			c := b.create(t, func(in *campaign.CreateInput) { in.ScheduledAt = &later })
			c = b.execute(t, c.ID)
			require.Equal(t, campaign.Scheduled, c.Status)
			require.Zero(t, c.Held)
			_, err := b.InFirm(b.ctx).Exec("UPDATE campaigns SET scheduled_at = $3 WHERE firm_id = $1 AND id = $2", c.ID, entity.Now())
			require.NoError(t, err)
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Paused, c.Status, "without the money")
			require.Equal(t, campaign.InsufficientBalance, *c.PauseReason)
			require.Equal(t, []string{"Campaign paused"}, b.titles(t))
			b.credit(t, 2*price)
			c, err = b.Resume(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Preparing, c.Status)
			require.Equal(t, 2*price, c.Held)
			b.prepare(t, c.ID)
			b.work(t, c.ID)
			b.work(t, c.ID)
			require.Equal(t, 2, b.send(t))
			b.sound(t)
		})
		t.Run("OKScheduleTemplate", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 1)
			later := time.Now().Add(time.Hour)
			scheduled := func(in *campaign.CreateInput) { in.ScheduledAt = &later }
			kept, changed := b.create(t, scheduled), b.create(t, scheduled)
			b.execute(t, kept.ID)
			b.execute(t, changed.ID)
			b.write(t, "Bye {{name}}, {{code}}.")
			name := "Sale again"
			_, err := b.Update(b.ctx, campaign.UpdateInput{ID: changed.ID, Name: &name}, true)
			require.NoError(t, err)
			for _, c := range []*campaign.Campaign{kept, changed} {
				_, err := b.InFirm(b.ctx).Exec("UPDATE campaigns SET scheduled_at = $3 WHERE firm_id = $1 AND id = $2", c.ID, entity.Now())
				require.NoError(t, err)
				require.Equal(t, campaign.Preparing, b.work(t, c.ID).Status)
				b.prepare(t, c.ID)
				b.work(t, c.ID)
				b.work(t, c.ID)
			}
			require.Equal(t, []string{"Bye Ada 0, SALE.", "Hello Ada 0, use SALE."}, b.bodies(t), "as of its execution, or of its last change")
			require.Equal(t, 2, b.send(t))
			b.sound(t)
		})
		t.Run("OKQuietHours", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 2)
			now := time.Now().UTC()
			c := b.create(t, func(in *campaign.CreateInput) {
				in.QuietHours = &pace.QuietHours{From: now.Add(-time.Hour).Format("15:04"), To: now.Add(time.Hour).Format("15:04")}
			})
			b.execute(t, c.ID)
			b.prepare(t, c.ID)
			b.work(t, c.ID)
			b.work(t, c.ID)
			require.Empty(t, b.queued(t))
			require.Equal(t, 2, b.get(t, c.ID).Counts.Queued)
			_, err := b.InFirm(b.ctx).Exec("UPDATE campaigns SET quiet_hours = NULL WHERE firm_id = $1 AND id = $2", c.ID)
			require.NoError(t, err)
			b.work(t, c.ID)
			require.Equal(t, 2, b.send(t))
			b.sound(t)
		})
		t.Run("OKDispatch", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			c := b.run(t, b.create(t).ID)
			_, err := b.InFirm(b.ctx).Exec("UPDATE campaigns SET status = 'Paused' WHERE firm_id = $1 AND id = $2", c.ID)
			require.NoError(t, err)
			run(t, b.dispatcher(), func() bool { return b.parked(t) == 3 })
			require.Empty(t, b.adapter.calls)
			_, err = b.Resume(b.ctx, c.ID)
			require.NoError(t, err)
			run(t, b.dispatcher(), func() bool { return b.get(t, c.ID).Counts.Sent == 3 })
			require.Equal(t, campaign.Completed, b.work(t, c.ID).Status)
			b.sound(t)
		})
		t.Run("OKRecent", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 1)
			phoneless, err := contact.Create(b.ctx, d, contact.CreateInput{FirstName: "Ada", LastName: "Lovelace"})
			require.NoError(t, err)
			require.NoError(t, contact.PutIdentities(b.ctx, d, []contact.Identity{{UserID: "BR.1502576394655843", ContactID: phoneless.ID}}))
			b.run(t, b.create(t).ID)
			claimed := b.claim(t)
			require.Len(t, claimed, 2)
			b.run(t, b.create(t).ID)
			ids, err := db.All[uuid.UUID](b.InFirm(b.ctx), "SELECT id FROM outgoing_messages WHERE firm_id = $1 AND state = 'Queued'")
			require.NoError(t, err)
			require.Len(t, ids, 2)
			recent := func(kind provider.Kind, after time.Duration) (found []bool) {
				people, err := pace.People(b.ctx, d, kind, ids, entity.Now().Add(after))
				require.NoError(t, err)
				require.Len(t, people, 2)
				require.NotEqual(t, people[ids[0]].Key, people[ids[1]].Key)
				return []bool{people[ids[0]].IsRecent, people[ids[1]].IsRecent}
			}
			require.Equal(t, []bool{true, true}, recent(provider.Sandbox, time.Minute), "others to them are being sent")
			b.taken(t, claimed)
			require.Equal(t, []bool{true, true}, recent(provider.Sandbox, 0))
			require.Equal(t, []bool{false, false}, recent(provider.Sandbox, pace.PairWait+time.Second))
			require.Equal(t, []bool{false, false}, recent(provider.WhatsApp, 0), "they were sent by a channel of another kind")
		})
		t.Run("OKRecipientZones", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 1)
			later := time.Now().Add(30 * time.Minute)
			recipient := campaign.OfRecipient
			c := b.create(t, func(in *campaign.CreateInput) { in.ScheduledAt, in.TimeZone = &later, &recipient })
			c = b.execute(t, c.ID)
			// In Germany the clocks have shown it before those of UTC, the zone of the firm.
			require.Equal(t, campaign.Preparing, c.Status)
			b.prepare(t, c.ID)
			b.work(t, c.ID)
			b.work(t, c.ID)
			require.Equal(t, 1, b.send(t))
			b.sound(t)
		})
	})
}

// inAMoment is the outcome of a call after which the channel waits for less than a minute.
var inAMoment = provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitChannel, RetryAfter: 30 * time.Second}

// newRetried returns a running campaign with two messages that were called and not taken: one is to
// be called again in an hour, and the other one in a moment.
func newRetried(t *testing.T, d *db.DB, perSecond *int) (*bundle, *campaign.Campaign) {
	t.Helper()
	b := newBundle(t, d)
	b.credit(t, 10*price)
	b.contacts(t, 2)
	c := b.run(t, b.create(t, func(in *campaign.CreateInput) { in.MessagesPerSecond = perSecond }).ID)
	b.wait(t, time.Minute)
	claimed := b.claim(t)
	require.Len(t, claimed, 2)
	inAnHour := provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, RetryAfter: time.Hour}
	require.NoError(t, b.messages.Settle(b.ctx, []messaging.Call{
		{ID: claimed[0].ID, Outcome: inAnHour, At: entity.Now()}, {ID: claimed[1].ID, Outcome: inAMoment, At: entity.Now()},
	}))
	return b, c
}

// retried requires that the campaign of newRetried, which has gone on, calls each message again
// when the provider wants that.
func (b *bundle) retried(t testing.TB, id uuid.UUID) {
	t.Helper()
	b.wait(t, 59*time.Minute)
	require.Equal(t, 1, b.send(t), "the other one waits for the provider")
	b.sound(t)
	var expire int
	_, err := b.InFirm(b.ctx).Row([]any{&expire},
		"SELECT count(*) FROM outgoing_messages WHERE firm_id = $1 AND check_at = expires_at AND due_at < expires_at")
	require.NoError(t, err)
	require.Equal(t, 1, expire)
	b.wait(t, 20*time.Minute)
	require.Equal(t, 1, b.send(t))
	require.Equal(t, campaign.Completed, b.work(t, id).Status)
	b.sound(t)
}

// wait makes time pass for the messages in the queue that are due at a time.
func (b *bundle) wait(t testing.TB, by time.Duration) {
	t.Helper()
	rows, err := db.All[struct {
		ID uuid.UUID
		At time.Time `sql:"due_at"`
	}](b.InFirm(b.ctx), "SELECT id, due_at FROM outgoing_messages WHERE firm_id = $1 AND due_at IS NOT NULL")
	require.NoError(t, err)
	for _, row := range rows {
		_, err := b.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET due_at = $3 WHERE firm_id = $1 AND id = $2", row.ID, row.At.Add(-by))
		require.NoError(t, err)
	}
	_, err = b.InFirm(b.ctx).Exec("UPDATE channel_lanes SET due_at = $2 WHERE firm_id = $1", entity.Now())
	require.NoError(t, err)
}

// queued are the messages in the queue.
func (b *bundle) queued(t testing.TB) []uuid.UUID {
	t.Helper()
	ids, err := db.All[uuid.UUID](b.InFirm(b.ctx), "SELECT id FROM outgoing_messages WHERE firm_id = $1 ORDER BY id")
	require.NoError(t, err)
	return ids
}

// parked is how many messages wait until their campaign goes on.
func (b *bundle) parked(t testing.TB) (n int) {
	t.Helper()
	_, err := b.InFirm(b.ctx).Row([]any{&n}, "SELECT count(*) FROM outgoing_messages WHERE firm_id = $1 AND state = 'Queued' AND due_at IS NULL")
	require.NoError(t, err)
	return n
}
