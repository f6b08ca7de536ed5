package webhook_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/webhook"
	"github.com/firmhub/firmhub/internal/fault"
)

// signedBy reports whether a call is signed by a secret.
func signedBy(t *testing.T, c call, secret string) bool {
	t.Helper()
	seconds, err := strconv.ParseInt(c.header.Get("Webhook-Timestamp"), 10, 64)
	require.NoError(t, err)
	want := http.Header{}
	require.NoError(t, webhook.Sign(want, []string{secret}, c.header.Get("Webhook-Id"), time.Unix(seconds, 0), c.body))
	return strings.Contains(" "+c.header.Get("Webhook-Signature")+" ", " "+want.Get("Webhook-Signature")+" ")
}

func delivered(d *webhook.Delivery) bool { return d.Status == webhook.Delivered }

func TestDeliver(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to := newReceiver(t, status(http.StatusNoContent))
		b.raise(1) // before the webhook
		made := b.create(to, nil)
		b.deliver()
		ids := b.raise(2)
		got := map[uuid.UUID]bool{}
		var last call
		for range ids {
			last = to.next(t)
			got[last.contact(t)] = true
			require.True(t, signedBy(t, last, made.Secret))
			require.Equal(t, last.event.ID.String(), last.header.Get("Webhook-Id"))
			require.Equal(t, b.firm, last.event.FirmID)
		}
		require.True(t, got[ids[0]] && got[ids[1]])
		b.settled(made.ID, delivered)

		// A replay sends the same again, and what was there before the webhook, too.
		_, err := b.Replay(b.ctx, webhook.ReplayInput{ID: made.ID, Since: b.now().Add(-time.Hour)})
		require.NoError(t, err)
		again := map[string]string{}
		for range 3 {
			c := to.next(t)
			again[c.header.Get("Webhook-Id")] = string(c.body)
		}
		require.Len(t, again, 3)
		require.Equal(t, string(last.body), again[last.header.Get("Webhook-Id")])

		// The old secret signs for 24 hours.
		rotated, err := b.Rotate(b.ctx, made.ID)
		require.NoError(t, err)
		b.raise(1)
		c := to.next(t)
		require.True(t, signedBy(t, c, made.Secret) && signedBy(t, c, rotated.Secret))
		b.settled(made.ID, delivered)
		b.pass(25 * time.Hour)
		b.raise(1)
		c = to.next(t)
		require.False(t, signedBy(t, c, made.Secret))
		require.True(t, signedBy(t, c, rotated.Secret))
	})
}

func TestDeliver_Retries(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, strings.Repeat("x", 2000), http.StatusInternalServerError)
		})
		made := b.create(to, nil)
		b.deliver()
		b.raise(1)
		first := to.next(t)
		waits := []time.Duration{
			5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour,
		}
		for i, wait := range waits {
			tried := b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == i+1 })
			require.Equal(t, webhook.Pending, tried.Status)
			require.WithinDuration(t, b.now().Add(wait), *tried.NextAttemptAt, 4*time.Second)
			require.Equal(t, http.StatusInternalServerError, *tried.ResponseStatus)
			require.Len(t, *tried.ResponseBody, 1024)
			b.pass(wait)
			again := to.next(t)
			require.Equal(t, first.body, again.body)
			require.Equal(t, first.header.Get("Webhook-Id"), again.header.Get("Webhook-Id"))
			require.NotEqual(t, first.header.Get("Webhook-Signature"), again.header.Get("Webhook-Signature"))
		}
		failed := b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == len(waits)+1 })
		require.Equal(t, webhook.Failed, failed.Status)
		require.Nil(t, failed.NextAttemptAt)
		_, err := b.Retry(b.ctx, webhook.DeliveryRef{ID: made.ID, DeliveryID: failed.ID})
		require.NoError(t, err)
		require.Equal(t, first.body, to.next(t).body)
		b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == len(waits)+2 && d.Status == webhook.Pending })

		b.pass(5 * 24 * time.Hour)
		to.next(t)
		require.Eventually(t, func() bool {
			w, err := b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			return w.Status == webhook.Disabled && strings.Contains(*w.StatusReason, "5 days")
		}, patience, 10*time.Millisecond)
		var notifications int
		_, err = d.InFirm(b.ctx).Row([]any{&notifications}, "SELECT count(*) FROM notifications WHERE firm_id = $1")
		require.NoError(t, err)
		require.Equal(t, 1, notifications)
	})
}

// After days without events one failed attempt does not disable a webhook that failed before them.
// It is disabled once an event has been tried for a day.
func TestDeliver_Quiet(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) { // It hangs up.
			connection, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				_ = connection.Close()
			}
		})
		made := b.create(to, nil)
		b.deliver()
		waits := []time.Duration{
			5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour,
		}
		for _, quiet := range []bool{false, true} {
			b.raise(1)
			to.next(t)
			for i, wait := range waits {
				b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Status == webhook.Pending && d.Attempts == i+1 })
				w, err := b.Get(b.ctx, made.ID)
				require.NoError(t, err)
				require.Equal(t, webhook.Active, w.Status, "quiet %v, attempt %d", quiet, i+1)
				b.pass(wait)
				to.next(t)
			}
			b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Status == webhook.Failed })
			w, err := b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, quiet, w.Status == webhook.Disabled)
			b.pass(8 * 24 * time.Hour)
		}
	})
}

func TestDeliver_Gone(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to := newReceiver(t, status(http.StatusGone))
		made := b.create(to, nil)
		b.deliver()
		b.raise(1)
		to.next(t)
		require.Equal(t, webhook.Failed, b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == 1 }).Status)
		w, err := b.Get(b.ctx, made.ID)
		require.NoError(t, err)
		require.Equal(t, webhook.Disabled, w.Status)
	})
}

// Redirects are not followed.
func TestDeliver_Elsewhere(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		elsewhere := newReceiver(t, status(http.StatusOK))
		to := newReceiver(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		})
		made := b.create(to, nil)
		b.deliver()
		b.raise(1)
		tried := b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == 1 })
		require.Equal(t, http.StatusTemporaryRedirect, *tried.ResponseStatus)
		require.Empty(t, elsewhere.calls)
	})
}

// The address that a name resolves to is checked when it is connected to, whatever was allowed when
// the webhook was created.
func TestDeliver_PrivateName(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to := newReceiver(t, status(http.StatusOK))
		made := b.create(to, func(in *webhook.CreateInput) { in.URL = strings.Replace(to.URL, "127.0.0.1", "localhost", 1) })
		stop := b.within("127.0.0.2/32").deliver()
		b.raise(1)
		refused := b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == 1 })
		require.Nil(t, refused.ResponseStatus)
		require.Equal(t, "The address is not on the public internet.", *refused.ResponseBody)
		require.Empty(t, to.calls)
		stop()

		b.deliver()
		b.pass(5 * time.Second)
		to.next(t)
	})
}

// A webhook that hangs holds up no other one, and an ordered one gets its events in order.
func TestDeliver_Hanging(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		release := make(chan struct{})
		hangs := newReceiver(t, func(http.ResponseWriter, *http.Request) { <-release })
		t.Cleanup(func() { close(release) })
		ordered := newReceiver(t, status(http.StatusOK))
		b.create(hangs, nil)
		b.create(ordered, func(in *webhook.CreateInput) { in.Ordered = true })
		b.deliver()
		const n = 30
		for i, id := range b.raise(n) {
			c := ordered.next(t)
			require.Equal(t, int64(i+1), c.event.Sequence)
			require.Equal(t, id, c.contact(t))
		}
	})
}

// The webhooks of a firm at one host share a number of attempts, and each has one at least: a host
// that hangs has connections left for other firms.
func TestDeliver_SharedHost(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		arrived, release := make(chan struct{}, 1000), make(chan struct{})
		hangs := newReceiver(t, func(http.ResponseWriter, *http.Request) {
			arrived <- struct{}{}
			<-release
		})
		b.LetHang()
		for range 4 {
			b.create(hangs, nil)
		}
		elsewhere := newReceiver(t, status(http.StatusOK))
		b.create(elsewhere, func(in *webhook.CreateInput) {
			in.URL, in.Ordered = strings.Replace(elsewhere.URL, "127.0.0.1", "localhost", 1), true
		})
		b.deliver()
		t.Cleanup(func() { close(release) }) // before the deliverer stops, which waits for its attempts
		const n = 30
		b.raise(n)
		for range n { // one in a round
			elsewhere.next(t)
		}
		for range 42 {
			<-arrived
		}
		require.Empty(t, arrived)
	})
}

// An ordered webhook makes the next event wait for the one that is tried again.
func TestDeliver_OrderedRetry(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		answers := make(chan int, 3)
		answers <- http.StatusBadGateway
		answers <- http.StatusOK
		answers <- http.StatusOK
		to := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(<-answers) })
		made := b.create(to, func(in *webhook.CreateInput) { in.Ordered = true })
		b.deliver()
		b.raise(2)
		require.Equal(t, int64(1), to.next(t).event.Sequence)
		b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == 1 })
		b.pass(5 * time.Second)
		require.Equal(t, int64(1), to.next(t).event.Sequence)
		require.Equal(t, int64(2), to.next(t).event.Sequence)
	})
}

// Two instances deliver each event once.
func TestDeliver_Instances(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to := newReceiver(t, status(http.StatusOK))
		made := b.create(to, nil)
		stop := b.deliver()
		b.deliver()
		const n = 50
		seen := map[uuid.UUID]bool{}
		for range 2 {
			b.raise(n)
			for range n {
				seen[to.next(t).event.ID] = true
			}
			stop() // The other one goes on.
		}
		require.Len(t, seen, 2*n)
		done := webhook.Delivered
		page, err := b.Deliveries(b.ctx, webhook.DeliveriesInput{ID: made.ID, Status: &done})
		require.NoError(t, err)
		require.Eventually(t, func() bool {
			count, err := page.TotalCount(b.ctx)
			require.NoError(t, err)
			return count == 2*n
		}, patience, 10*time.Millisecond)
		require.Empty(t, to.calls)
	})
}

// Another instance takes over the lease of one that died, and not before its end.
func TestDeliver_Lease(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to := newReceiver(t, status(http.StatusOK))
		b.create(to, nil)
		hold := func(until time.Duration) {
			_, err := d.InFirm(b.ctx).Exec("UPDATE webhook_lanes SET holder = $2, held_until = $3 WHERE firm_id = $1",
				uuid.New(), b.now().Add(until))
			require.NoError(t, err)
		}
		hold(time.Hour)
		b.raise(1)
		// The events of another firm are found in the same query.
		other, toOther := newBundle(t, d), newReceiver(t, status(http.StatusOK))
		other.create(toOther, nil)
		stop := b.deliver()
		for range 2 {
			other.raise(1)
			toOther.next(t)
		}
		require.Empty(t, to.calls)
		stop()
		hold(-time.Second)
		b.deliver()
		to.next(t)
	})
}

// A type goes to a webhook only while who made it may see it.
func TestDeliver_Rights(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.refused["Contact"] = fault.New(fault.Forbidden, "No.")
		to := newReceiver(t, status(http.StatusOK))
		by := *b
		by.ctx = apiClient(b)
		made := by.create(to, nil)
		b.deliver()
		b.raise(1)
		require.NoError(t, event.RaiseAll(b.ctx, d, event.UserRemoved, uuid.New()))
		require.Equal(t, "user.removed", to.next(t).event.Type)
		b.settled(made.ID, delivered)
		b.mu.Lock()
		b.gone = fault.New(fault.Unauthorized, "Revoked.")
		b.mu.Unlock()
		require.NoError(t, event.RaiseAll(b.ctx, d, event.UserRemoved, uuid.New()))
		require.Eventually(t, func() bool {
			w, err := b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			return w.StatusReason != nil && w.Status == webhook.Active
		}, patience, 10*time.Millisecond)
		require.Empty(t, to.calls)
	})
}

// A webhook whose secret is lost with its key is delivered to again with a new secret.
func TestDeliver_LostKey(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to := newReceiver(t, status(http.StatusOK))
		id := b.create(to, nil).ID
		now := b.keyed() // once the old key is given up
		now.deliver()
		b.raise(1)
		require.Eventually(t, func() bool {
			w, err := b.Get(b.ctx, id)
			require.NoError(t, err)
			return w.Status == webhook.Disabled
		}, patience, 10*time.Millisecond)
		_, err := now.Rotate(b.ctx, id)
		require.NoError(t, err)
		_, err = now.Update(b.ctx, webhook.UpdateInput{ID: id, Status: new(webhook.Active)})
		require.NoError(t, err)
		next := b.raise(1)[0]
		for got := uuid.Nil; got != next; { // The event that was not delivered may come, too.
			c := to.next(t)
			got = c.contact(t)
		}
		w, err := b.Get(b.ctx, id)
		require.NoError(t, err)
		require.Equal(t, webhook.Active, w.Status)
	})
}

// A server that was started with a wrong key changes no webhook: one with the right key delivers.
func TestDeliver_WrongKey(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to := newReceiver(t, status(http.StatusOK))
		id := b.create(to, nil).ID
		d.UsePseudonyms(nil)
		stop := b.keyed().deliver()
		raised := b.raise(1)[0]
		require.Eventually(t, func() bool {
			var due *time.Time
			found, err := d.InFirm(b.ctx).Row([]any{&due}, "SELECT due_at FROM webhook_lanes WHERE firm_id = $1 AND holder IS NULL")
			require.NoError(t, err)
			return found && due != nil && due.After(b.now())
		}, patience, 10*time.Millisecond)
		stop()
		w, err := b.Get(b.ctx, id)
		require.NoError(t, err)
		require.Equal(t, webhook.Active, w.Status)
		d.UsePseudonyms([]byte("the key of erased addresses"))
		b.deliver()
		b.pass(time.Minute)
		c := to.next(t)
		require.Equal(t, raised, c.contact(t))
	})
}
