package webhook_test

import (
	"context"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/webhook"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// A firm is deactivated while its lane runs. Nobody may see its events then, and none is lost.
func TestDeliver_InactiveFirm(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		began, release := make(chan struct{}, 100), make(chan struct{})
		to := newReceiver(t, func(http.ResponseWriter, *http.Request) {
			began <- struct{}{}
			<-release
		})
		b.lookedUp(func() error { return nil })
		made := b.byKey().create(to, nil)
		b.deliver()
		ids := b.raise(1)
		<-began
		b.activate(false)
		ids = append(ids, b.raise(3)...)
		close(release)
		b.awaitReturn()
		require.EqualValues(t, 1, b.position(made.ID), "the events after the first one wait")
		b.activate(true)
		b.takes(made.ID, to, ids)
	})
}

// A firm is deactivated in a round of its lane: before the rights of who made a webhook are looked
// up, when a delivery is due, and after, when new ones are to be written. Events and a replay wait.
func TestDeliver_InactiveFirmMeanwhile(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, refused := range map[string]bool{"before the lookup": true, "before the plan": false} {
			t.Run(name, func(t *testing.T) {
				b := newBundle(t, d)
				var fails atomic.Bool
				fails.Store(refused)
				to := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
					if fails.Load() {
						w.WriteHeader(http.StatusServiceUnavailable)
					}
				})
				made := b.byKey().create(to, nil)
				stop := b.deliver()
				ids := b.raise(1)
				to.next(t)
				before := b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == 1 })
				stop()
				fails.Store(false)
				waiting := b.raise(3)
				ids = append(ids, waiting...)
				if refused {
					waiting = ids
				}
				b.pass(5 * time.Second)
				_, err := b.Replay(b.ctx, webhook.ReplayInput{ID: made.ID, Since: b.now().Add(-time.Hour)})
				require.NoError(t, err)
				looked := make(chan struct{}, 1)
				var once atomic.Bool
				b.lookedUp(func() error {
					if !once.CompareAndSwap(false, true) {
						return nil
					}
					b.activate(false)
					looked <- struct{}{}
					if refused {
						return fault.New(fault.Unauthorized, "The firm is not active.").Because(viewer.ErrInactive)
					}
					return nil
				})
				b.deliver()
				<-looked
				b.awaitReturn()
				require.Equal(t, before, b.settled(made.ID, func(*webhook.Delivery) bool { return true }))
				require.Empty(t, to.calls)
				require.EqualValues(t, 1, b.position(made.ID))
				var replays int
				_, err = d.InFirm(b.ctx).Row([]any{&replays}, "SELECT count(*) FROM webhook_replays WHERE firm_id = $1")
				require.NoError(t, err)
				require.Equal(t, 1, replays)
				w, err := b.Get(b.ctx, made.ID)
				require.NoError(t, err)
				require.Nil(t, w.StatusReason)
				b.activate(true)
				b.takes(made.ID, to, append(ids, waiting...)) // All of them are in the replay, too.
			})
		}
	})
}

// The deliveries of a firm that is not active are not made, so they are not late.
func TestCountWaiting(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
		made := b.create(to, nil)
		stop := b.deliver()
		b.raise(1)
		to.next(t)
		b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == 1 })
		stop()
		_, err := d.InFirm(b.ctx).Exec("UPDATE webhook_deliveries SET next_attempt_at = $2 WHERE firm_id = $1", entity.Now().Add(-time.Minute))
		require.NoError(t, err)
		waiting, err := webhook.CountWaiting(t.Context(), d)
		require.NoError(t, err)
		require.Equal(t, 1, waiting.Count)
		require.GreaterOrEqual(t, waiting.Oldest, time.Minute)
		b.activate(false)
		waiting, err = webhook.CountWaiting(t.Context(), d)
		require.NoError(t, err)
		require.Zero(t, waiting)
	})
}

// byKey returns the bundle as an API key uses it.
func (b *bundle) byKey() *bundle {
	by := *b
	by.ctx = apiClient(b)
	return &by
}

// activate sets whether the firm is active.
func (b *bundle) activate(active bool) {
	b.t.Helper()
	_, err := dbtest.SQL(b.ctx, b.db).Exec("UPDATE firms SET is_active = $1 WHERE id = $2", active, b.firm)
	require.NoError(b.t, err)
}

// lookedUp makes what looks up the maker of a webhook call a function before it answers, and refuse
// everybody while the firm is not active, unless the function has let them pass.
func (b *bundle) lookedUp(before func() error) {
	b.config.Lookup = func(ctx context.Context, firm uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
		var active bool
		if _, err := dbtest.SQL(ctx, b.db).Row([]any{&active}, "SELECT is_active FROM firms WHERE id = $1", firm); err != nil {
			return nil, err
		}
		if !active {
			return nil, fault.New(fault.Unauthorized, "The firm is not active.").Because(viewer.ErrInactive)
		}
		if err := before(); err != nil {
			return nil, err
		}
		return &viewer.Viewer{Kind: viewer.APIClient, APIClientID: by.APIClientID, FirmID: firm}, nil
	}
	b.Manager, b.events = b.build()
}

// awaitReturn waits until the lane of the firm has no lease and is due.
func (b *bundle) awaitReturn() {
	b.t.Helper()
	require.Eventually(b.t, func() bool {
		var due *time.Time
		found, err := b.db.InFirm(b.ctx).Row([]any{&due}, "SELECT due_at FROM webhook_lanes WHERE firm_id = $1 AND holder IS NULL")
		require.NoError(b.t, err)
		return found && due != nil
	}, patience, 10*time.Millisecond)
}

// position returns the number of the last event for which a webhook has deliveries.
func (b *bundle) position(id uuid.UUID) (position int64) {
	b.t.Helper()
	_, err := b.db.InFirm(b.ctx).Row([]any{&position}, "SELECT position FROM webhooks WHERE firm_id = $1 AND id = $2", id)
	require.NoError(b.t, err)
	return position
}

// takes checks that a receiver gets the events of contacts, and that no delivery fails.
func (b *bundle) takes(id uuid.UUID, to *receiver, contacts []uuid.UUID) {
	b.t.Helper()
	got := make([]uuid.UUID, 0, len(contacts))
	for range contacts {
		c := to.next(b.t)
		got = append(got, c.contact(b.t))
	}
	require.ElementsMatch(b.t, contacts, got)
	status := webhook.Failed
	page, err := b.Deliveries(b.ctx, webhook.DeliveriesInput{ID: id, Status: &status})
	require.NoError(b.t, err)
	count, err := page.TotalCount(b.ctx)
	require.NoError(b.t, err)
	require.Zero(b.t, count)
}
