package dispatch_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
)

// hold makes the call for a message last until released is closed, or its context is done. It
// returns a channel that is closed when the call has begun.
func (b *bundle) hold(id uuid.UUID, released <-chan struct{}) (began <-chan struct{}) {
	begins := make(chan struct{})
	b.adapter.hold = func(ctx context.Context, m provider.Message) bool {
		if m.ID != id {
			return true
		}
		close(begins)
		select {
		case <-released:
			return true
		case <-ctx.Done():
			return false
		}
	}
	return begins
}

// A call may take longer than a lane without messages keeps its lease: a large file is uploaded for
// minutes. The messages of the channel that come meanwhile are sent.
func TestDispatcher_running(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			released := make(chan struct{})
			began := b.hold(b.send(t, 1, utility)[0], released)
			b.startWith(t, dispatch.Config{}, (*dispatch.Dispatcher).EndSoon)
			<-began
			b.send(t, 1, utility)
			b.await(t, map[messaging.Status]int{message.StatusSending: 1, message.StatusSent: 1})
			close(released)
			b.await(t, map[messaging.Status]int{message.StatusSent: 2})
			require.Len(t, b.adapter.made(), 2)
		})
		t.Run("OKPaused", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			released := make(chan struct{})
			began := b.hold(b.send(t, 1, utility)[0], released)
			b.startWith(t, dispatch.Config{}, (*dispatch.Dispatcher).EndSoon)
			<-began
			_, err := b.channels.Pause(b.ctx, b.channel)
			require.NoError(t, err)
			b.send(t, 1, utility)
			_, err = b.channels.Resume(b.ctx, b.channel)
			require.NoError(t, err)
			b.await(t, map[messaging.Status]int{message.StatusSending: 1, message.StatusSent: 1})
			close(released)
			b.await(t, map[messaging.Status]int{message.StatusSent: 2})
			require.Len(t, b.adapter.made(), 2)
		})
		// After the database was away for longer than a lease, a claim may come before the renewal.
		t.Run("OKLeaseOver", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			released := make(chan struct{})
			began := b.hold(b.send(t, 1, utility)[0], released)
			b.startWith(t, dispatch.Config{Lease: 3 * time.Second}, (*dispatch.Dispatcher).EndSoon)
			<-began
			_, err := d.InFirm(b.ctx).Exec("UPDATE channel_lanes SET held_until = $2 WHERE firm_id = $1", entity.Now().Add(-time.Minute))
			require.NoError(t, err)
			b.send(t, 1, utility)
			b.await(t, map[messaging.Status]int{message.StatusSending: 1, message.StatusSent: 1})
			close(released)
			b.await(t, map[messaging.Status]int{message.StatusSent: 2})
			require.Len(t, b.adapter.made(), 2)
		})
		t.Run("ErrStopped", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			began := b.hold(b.send(t, 1, utility)[0], nil)
			stop := b.startWith(t, dispatch.Config{}, (*dispatch.Dispatcher).EndSoon)
			<-began
			stop()
			require.Equal(t, map[messaging.Status]int{message.StatusQueued: 1}, b.statuses(t))
		})
	})
}
