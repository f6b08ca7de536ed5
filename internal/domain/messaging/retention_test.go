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
