package notification_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
)

// A subscription that takes a while to begin is sent what was stored since it was requested, and
// nothing older.
func TestWatch_Position(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		of, other := b.join(t), b.join(t)
		b.create(t, nil)
		follower, err := b.Follow(of.ctx)
		require.NoError(t, err)
		asked := follower.Position()
		tab := subscribe(t, b.Center, of, nil)
		want := []uuid.UUID{b.create(t, nil).ID, b.create(t, of).ID}
		b.create(t, other)
		eventually(t, func() bool { return len(tab.ids()) == len(want) }, "they are delivered")
		follower.Leave()

		late, err := b.Watch(asked.NewContext(of.ctx), nil)
		require.NoError(t, err)
		want = append(want, b.create(t, nil).ID)
		for _, id := range want {
			require.Equal(t, id, (<-late.C).ID)
		}
		elsewhere := newBundle(t, d)
		there, err := elsewhere.Watch(asked.NewContext(elsewhere.join(t).ctx), nil)
		require.NoError(t, err)
		require.Equal(t, elsewhere.create(t, nil).ID, (<-there.C).ID)
		_, err = b.Follow(b.ctx) // firmhub itself
		require.Error(t, err)
	})
}

// A client that is behind gets no notification after the first one that was dropped, although it
// reads on while more are delivered: it goes on after the last one that it got.
func TestWatch_Behind(t *testing.T) {
	t.Parallel()
	to, events := notification.NewReceived(2)
	to.Receive(&notification.Notification{Number: 1})
	to.Receive(&notification.Notification{Number: 2})
	to.Receive(&notification.Notification{Number: 3}) // finds no place
	require.EqualValues(t, 1, (<-events).Number)
	to.Receive(&notification.Notification{Number: 4}) // would find one
	require.EqualValues(t, 2, (<-events).Number)
	require.Empty(t, events)
}

func TestWatch(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		of := b.join(t)
		const missed = 250 // more than a page
		var want []uuid.UUID
		require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
			for range missed {
				n, err := b.Create(ctx, input())
				require.NoError(t, err)
				want = append(want, n.ID)
			}
			return nil
		}))
		ctx, cancel := context.WithCancel(of.ctx)
		defer cancel()
		all, err := b.Watch(ctx, new(uuid.New()))
		require.NoError(t, err)
		live, err := b.Watch(ctx, nil)
		require.NoError(t, err)
		newest := b.create(t, nil)
		for _, id := range append(want, newest.ID) {
			require.Equal(t, id, (<-all.C).ID)
		}
		require.Equal(t, newest.ID, (<-live.C).ID)
		cancel()
		for n := range all.C { // until it is closed
			require.Fail(t, "it came twice, though it was stored while the watch began", n.ID)
		}
		require.NoError(t, all.Err())

		t.Run("TooSlow", func(t *testing.T) {
			slow, err := b.Watch(of.ctx, nil)
			require.NoError(t, err)
			require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
				for range 300 {
					_, err := b.Create(ctx, input())
					require.NoError(t, err)
				}
				return nil
			}))
			tab := subscribe(t, b.Center, of, newest)
			eventually(t, func() bool { return len(tab.ids()) == 300 }, "they are delivered")
			received := 0
			for range slow.C {
				received++
			}
			require.Equal(t, 256, received)
			require.True(t, fault.Is(slow.Err(), fault.TooManyRequests))
		})
		t.Run("Unread", func(t *testing.T) {
			counts, err := b.WatchUnread(of.ctx)
			require.NoError(t, err)
			require.Equal(t, missed+301, <-counts.C)
			_, err = b.MarkAllRead(of.ctx)
			require.NoError(t, err)
			require.Zero(t, <-counts.C)
			ended := make(chan error)
			go func() { // as when the context of a client ends at the same time
				for counts.Err() == nil {
					runtime.Gosched()
				}
				ended <- counts.Err()
			}()
			b.Center.Close()
			require.True(t, fault.Is(<-ended, fault.Unavailable))
			_, open := <-counts.C
			require.False(t, open)
			require.True(t, fault.Is(counts.Err(), fault.Unavailable))
		})
	})
}
