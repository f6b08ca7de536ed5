package messaging_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/hook"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// The server stops when a message is stored, and before anybody is told of it.
func TestReceiver_Stops(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		m := b.inbox(t, uuid.New())
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		b.OnArrived(func(ctx context.Context, firm uuid.UUID, news []conversation.News) error {
			stop()
			return m.Notify(ctx, firm, news)
		})
		channel := b.addChannel(t, provider.Sandbox)
		events := []provider.Event{wrote("in-1", phones[0], "Ada", "STOP")}
		require.NoError(t, messaging.StoreEvents(b.ctx, d, channel, events))
		hook.NewReceiver(d, b.Manager, nil).Run(ctx)
		require.Equal(t, 1, b.Client.Notification.Query().CountX(b.ctx))
		require.Equal(t, 2, b.Client.Message.Query().CountX(b.ctx), "the opt-out is confirmed")
	})
}
