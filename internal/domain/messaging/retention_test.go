package messaging_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
)

// emptyOld empties the messages of all firms that are older than a number of days.
func (b *bundle) emptyOld(t *testing.T, days int) {
	t.Helper()
	for more := true; more; {
		require.NoError(t, b.Tx(t.Context(), func(ctx context.Context) (err error) {
			more, err = messaging.EmptyOld(ctx, b.DB, messaging.Retained(time.Now(), days))
			return err
		}))
	}
}

// texts returns the texts of the messages that have one, the oldest first.
func (b *bundle) texts(t *testing.T) []string {
	t.Helper()
	texts, err := db.All[string](b.InFirm(b.ctx), "SELECT body FROM messages WHERE firm_id = $1 AND body IS NOT NULL ORDER BY occurred_at")
	require.NoError(t, err)
	return texts
}

// The texts of old messages go, and everything else of them stays.
func TestEmptyOld(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b, other := newBundle(t, d), newBundle(t, d)
		text := func(id string, days int) *messaging.MessageInput {
			return with(outbound(id), func(m *messaging.MessageInput) {
				m.Body, m.OccurredAt = new("text of "+id), time.Now().AddDate(0, 0, -days)
			})
		}
		for _, each := range []*bundle{b, other} {
			each.credit(t, money.Unit)
			each.report(t, text("old", 40), text("new", 20))
			require.Equal(t, []string{"text of old", "text of new"}, each.texts(t))
		}
		before := b.Client.Message.Query().Where(message.ProviderMessageID("old")).OnlyX(b.ctx)
		b.emptyOld(t, 30)
		for _, each := range []*bundle{b, other} {
			require.Equal(t, []string{"text of new"}, each.texts(t))
		}
		after := b.Client.Message.Query().Where(message.ProviderMessageID("old")).OnlyX(b.ctx)
		require.Nil(t, after.Body)
		after.Body = before.Body
		require.Equal(t, before.String(), after.String())

		b.emptyOld(t, 30) // Nothing is left to do.
		require.Equal(t, []string{"text of new"}, b.texts(t))
		b.emptyOld(t, 10)
		require.Empty(t, b.texts(t))
		require.Equal(t, 2, b.Client.Message.Query().CountX(b.ctx))
	})
}

// A batch ends between two messages, and the next one goes on there.
func TestEmptyOld_batches(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.credit(t, 1000*money.Unit)
		at := time.Now().AddDate(0, 0, -40)
		for range 3 {
			var messages []*messaging.MessageInput
			for range 400 {
				messages = append(messages, with(outbound(entity.NewID().String()), func(m *messaging.MessageInput) {
					m.Body, m.OccurredAt = new("text"), at
				}))
			}
			b.report(t, messages...)
			at = at.Add(time.Second)
		}
		require.Len(t, b.texts(t), 1200)
		b.emptyOld(t, 30)
		require.Empty(t, b.texts(t))
	})
}

// What comes so late that its text is not kept any more is stored without it.
func TestEmptyOld_late(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const days = 3
		b := newBundleWith(t, d, messaging.Config{BodyRetention: days})
		b.credit(t, money.Unit)
		m := b.inbox(t)
		channel := b.addChannel(t, provider.Sandbox)
		b.report(t, with(outbound("old"), func(m *messaging.MessageInput) { m.OccurredAt = time.Now().AddDate(0, 0, -5) }), outbound("new"))
		b.emptyOld(t, days)

		late, present := picture("in-1", "media-1"), picture("in-2", "media-2")
		late.Inbound.At, late.Inbound.Body = time.Now().AddDate(0, 0, -5), "STOP"
		b.events(t, channel, late, present)
		require.Contains(t, b.texts(t), "Look")
		require.NotContains(t, b.texts(t), "STOP")
		files, err := db.All[string](b.InFirm(b.ctx), "SELECT name FROM message_media WHERE firm_id = $1")
		require.NoError(t, err)
		require.Len(t, files, 1)
		require.Len(t, b.conversations(t, m, conversation.ListInput{}), 1)
		code, _ := b.rejected(t, toSend(phones[0]))
		require.Equal(t, "OptedOut", code, "it is heard all the same")

		for _, id := range []string{"old", "new"} {
			failed := status(id, message.StatusFailed)
			failed.ErrorCode, failed.ErrorText = new("131026"), new("Not on WhatsApp: "+phones[0])
			b.reportStatuses(t, failed)
			require.Equal(t, message.StatusFailed, b.message(t, id).Status)
			require.Equal(t, "131026", *b.message(t, id).ErrorCode)
		}
		require.Nil(t, b.message(t, "old").ErrorText)
		require.NotNil(t, b.message(t, "new").ErrorText)
	})
}
