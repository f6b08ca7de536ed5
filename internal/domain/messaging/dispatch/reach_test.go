package dispatch_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/analytics"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
)

// whatsApp makes the firm send by WhatsApp, with a template of each of the categories that has its
// name in small letters.
func (b *bundle) whatsApp(t *testing.T) {
	t.Helper()
	var secrets channel.Secrets
	secrets.Put(provider.AccessToken, new("token"))
	made, err := b.channels.Create(b.ctx, channel.CreateInput{
		Name: "WhatsApp", Kind: provider.WhatsApp, Secrets: &secrets, MessagesPerSecond: new(1000),
		Settings: &channel.Settings{PhoneNumberID: new("1"), BusinessAccountID: new("2")},
	})
	require.NoError(t, err)
	b.channel = made.ID
	templates := template.NewManager(b.DB, nil, nil)
	for name, category := range map[string]template.Category{"utility": utility, "authentication": authentication} {
		made, err := templates.Create(b.ctx, template.CreateInput{
			Name: name, Language: "en", Kind: new(provider.Sandbox), Category: category, Body: "Hello {{name}}",
			Parameters: []*template.Parameter{{Name: "name", Example: "Ada"}},
		})
		require.NoError(t, err)
		_, err = templates.Submit(b.ctx, made.ID)
		require.NoError(t, err)
		_, err = b.DB.InFirm(b.ctx).Exec("UPDATE templates SET kind = 'WhatsApp', channel_id = $2 WHERE firm_id = $1 AND id = $3", b.channel, made.ID)
		require.NoError(t, err)
	}
}

// person is a number that differs for each n.
func person(n int) string { return fmt.Sprintf("+55119876%05d", n) }

// report reports messages to or from people.
func (b *bundle) report(t *testing.T, direction messaging.Direction, at time.Time, from, to int) {
	t.Helper()
	in := messaging.ReportInput{}
	for n := from; n < to; n++ {
		in.Messages = append(in.Messages, &messaging.MessageInput{
			ProviderMessageID: fmt.Sprintf("%s-%d", direction, n), Direction: direction, Phone: new(person(n)), Category: "Service",
			Status: message.StatusDelivered, OccurredAt: at,
		})
	}
	answer, err := b.messages.Report(b.ctx, in)
	require.NoError(t, err)
	require.Empty(t, answer.Rejected)
}

// sendTemplate sends a template to a person by WhatsApp.
func (b *bundle) sendTemplate(t *testing.T, name string, to int) uuid.UUID {
	t.Helper()
	result, err := b.messages.Send(b.ctx, messaging.SendInput{Messages: []*messaging.SendMessage{{
		ChannelID: &b.channel, To: new(person(to)), Template: &messaging.SendTemplate{Name: name, Parameters: map[string]string{"name": "Bo"}},
	}}}, messaging.Rights{Write: true, Template: true, Start: true})
	require.NoError(t, err)
	require.Empty(t, result.Rejected)
	return result.Accepted[0].ID
}

func (b *bundle) statusOf(t *testing.T, id uuid.UUID) messaging.Status {
	t.Helper()
	return b.Client.Message.Query().Where(message.ID(id)).OnlyX(b.ctx).Status
}

// waitsUntil waits until a message in the queue is due later than at once, and returns when it is.
func (b *bundle) waitsUntil(t *testing.T, id uuid.UUID) (due time.Time) {
	t.Helper()
	require.Eventually(t, func() bool {
		found, err := b.DB.InFirm(b.ctx).Row([]any{&due}, "SELECT due_at FROM outgoing_messages WHERE firm_id = $1 AND id = $2 AND due_at IS NOT NULL", id)
		require.NoError(t, err)
		return found && time.Until(due) > time.Minute
	}, 10*time.Second, 10*time.Millisecond)
	return due
}

func TestDispatcher_tier(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const limit = 250
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			b.whatsApp(t)
			b.report(t, message.DirectionOutbound, time.Now().Add(-23*time.Hour), 0, limit-2)
			b.report(t, message.DirectionInbound, time.Now().Add(-23*time.Hour), limit, limit+1)
			known, first := b.sendTemplate(t, "utility", 0), b.sendTemplate(t, "utility", limit+1)
			again, second := b.sendTemplate(t, "utility", limit+1), b.sendTemplate(t, "authentication", limit+2)
			third, wrote := b.sendTemplate(t, "utility", limit+3), b.sendTemplate(t, "utility", limit)
			stop := b.start(t, dispatch.Config{})
			due := b.waitsUntil(t, third)
			b.await(t, map[messaging.Status]int{message.StatusSent: 5, message.StatusDelivered: limit - 1, message.StatusQueued: 1})
			for _, id := range []uuid.UUID{known, first, again, second, wrote} {
				require.Equal(t, message.StatusSent, b.statusOf(t, id))
			}
			require.Equal(t, message.StatusQueued, b.statusOf(t, third))
			require.Less(t, time.Until(due), 16*time.Minute)
			limits, err := analytics.ReadLimits(b.ctx, d)
			require.NoError(t, err)
			require.Equal(t, limit+1, limits.UsedToday, "the answer to who wrote counts, too, and was not stopped")
			stop()

			// The wait is no attempt, and the message still expires.
			var attempts int
			var check, expires time.Time
			_, err = d.InFirm(b.ctx).Row([]any{&attempts, &check, &expires},
				"SELECT attempts, check_at, expires_at FROM outgoing_messages WHERE firm_id = $1 AND id = $2", third)
			require.NoError(t, err)
			require.Zero(t, attempts)
			require.Equal(t, expires, check)

			// A code waits, as it is a template.
			code := b.sendTemplate(t, "authentication", limit+4)
			stop = b.start(t, dispatch.Config{})
			b.waitsUntil(t, code)
			stop()

			// The provider has raised the tier.
			b.firm.Update().SetMessagingTier(firm.MessagingTierTier2000).ExecX(rule.AcrossFirms(b.ctx, "a test"))
			b.dueNow(t)
			b.start(t, dispatch.Config{})
			b.await(t, map[messaging.Status]int{message.StatusSent: 7, message.StatusDelivered: limit - 1})
			require.Len(t, b.adapter.made(), 7)
		})
		t.Run("OKSentLate", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			b.whatsApp(t)
			b.report(t, message.DirectionOutbound, time.Now().Add(-time.Hour), 0, limit-1)
			first := b.sendTemplate(t, "utility", limit)
			stop := b.start(t, dispatch.Config{})
			b.await(t, map[messaging.Status]int{message.StatusSent: 1, message.StatusDelivered: limit - 1})
			stop()
			// It had waited for a day before it was sent.
			_, err := d.InFirm(b.ctx).Exec("UPDATE messages SET occurred_at = $2 WHERE firm_id = $1 AND id = $3", time.Now().UTC().Add(-25*time.Hour), first)
			require.NoError(t, err)
			limits, err := analytics.ReadLimits(b.ctx, d)
			require.NoError(t, err)
			require.Equal(t, limit, limits.UsedToday)
			second := b.sendTemplate(t, "utility", limit+1)
			b.start(t, dispatch.Config{})
			b.waitsUntil(t, second)
		})
		t.Run("OKOtherKind", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			b.report(t, message.DirectionOutbound, time.Now().Add(-time.Hour), 0, limit)
			b.start(t, dispatch.Config{})
			b.send(t, 1, utility)
			b.await(t, map[messaging.Status]int{message.StatusSent: 1, message.StatusDelivered: limit})
		})
		t.Run("Expires", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			b.whatsApp(t)
			b.report(t, message.DirectionOutbound, time.Now().Add(-time.Hour), 0, limit)
			id := b.sendTemplate(t, "utility", limit)
			b.start(t, dispatch.Config{})
			b.waitsUntil(t, id)
			past := time.Now().UTC().Add(-time.Second)
			_, err := d.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET check_at = $2, expires_at = $2 WHERE firm_id = $1", past)
			require.NoError(t, err)
			b.await(t, map[messaging.Status]int{message.StatusFailed: 1, message.StatusDelivered: limit})
			require.Empty(t, b.adapter.made())
		})
	})
}

// dueNow makes all messages that wait due.
func (b *bundle) dueNow(t *testing.T) {
	t.Helper()
	now := time.Now().UTC()
	_, err := b.DB.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET due_at = $2 WHERE firm_id = $1 AND state = 'Queued'", now)
	require.NoError(t, err)
	_, err = b.DB.InFirm(b.ctx).Exec("UPDATE channel_lanes SET due_at = $2 WHERE firm_id = $1", now)
	require.NoError(t, err)
}
