package webhook_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/webhook"
)

// What an address answers after the webhook has another one says nothing of the other one.
func TestDeliver_AnswerOfOldAddress(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		began, answers := make(chan struct{}, 2), make(chan int)
		old := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
			began <- struct{}{}
			w.WriteHeader(<-answers)
		})
		made := b.create(old, nil)
		b.deliver()
		b.raise(2)
		<-began
		<-began
		to := newReceiver(t, status(http.StatusOK))
		_, err := b.Update(b.ctx, webhook.UpdateInput{ID: made.ID, URL: &to.URL})
		require.NoError(t, err)
		answers <- http.StatusInternalServerError
		answers <- http.StatusGone
		require.Eventually(t, func() bool {
			var tried int
			_, err := d.InFirm(b.ctx).Row([]any{&tried}, "SELECT count(*) FROM webhook_deliveries WHERE firm_id = $1 AND attempts = 1")
			require.NoError(t, err)
			return tried == 2
		}, patience, 10*time.Millisecond)
		var failing *time.Time
		_, err = d.InFirm(b.ctx).Row([]any{&failing}, "SELECT failing_since FROM webhooks WHERE firm_id = $1 AND id = $2", made.ID)
		require.NoError(t, err)
		require.Nil(t, failing)
		w, err := b.Get(b.ctx, made.ID)
		require.NoError(t, err)
		require.Equal(t, webhook.Active, w.Status)
		id := b.raise(1)[0]
		c := to.next(t)
		require.Equal(t, id, c.contact(t))
	})
}

// A delivery that is retried during its last attempt gets all attempts again, whatever comes of
// that one.
func TestRetry_UnderWay(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, answer := range []int{http.StatusInternalServerError, http.StatusOK} {
			t.Run(http.StatusText(answer), func(t *testing.T) {
				b := newBundle(t, d)
				began, answers := make(chan struct{}, 3), make(chan int, 3)
				to := newReceiver(t, func(w http.ResponseWriter, _ *http.Request) {
					began <- struct{}{}
					w.WriteHeader(<-answers)
				})
				made := b.create(to, nil)
				b.deliver()
				b.raise(1)
				answers <- http.StatusInternalServerError
				<-began
				tried := b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == 1 })
				_, err := d.InFirm(b.ctx).Exec("UPDATE webhook_deliveries SET step = 7 WHERE firm_id = $1")
				require.NoError(t, err)
				b.pass(5 * time.Second)
				<-began
				retried, err := b.Retry(b.ctx, webhook.DeliveryRef{ID: made.ID, DeliveryID: tried.ID})
				require.NoError(t, err)
				require.Equal(t, webhook.Pending, retried.Status)
				answers <- answer
				after := b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == 2 })
				require.Equal(t, webhook.Pending, after.Status)
				require.Equal(t, answer, *after.ResponseStatus)
				<-began
				answers <- http.StatusInternalServerError
				after = b.settled(made.ID, func(d *webhook.Delivery) bool { return d.Attempts == 3 })
				require.Equal(t, webhook.Pending, after.Status)
				require.WithinDuration(t, b.now().Add(5*time.Second), *after.NextAttemptAt, 4*time.Second)
			})
		}
	})
}

// A lane does not wait for itself to take what came of a delivery that it has not attempted.
func TestDeliver_OutcomesFull(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			running, done, err := b.Refuse(b.ctx, &webhook.Delivery{ID: uuid.New(), EventID: uuid.New(), EventType: "contact.created"})
			assert.NoError(t, err)
			assert.Zero(t, running)
			assert.Equal(t, 1, done)
		}()
		select {
		case <-ended:
		case <-time.After(patience):
			require.FailNow(t, "the lane waits for itself")
		}
	})
}

// A new webhook lacks what an instance whose clock is behind raises at once. A replay from before
// it was created brings that.
func TestReplay_ClockBehind(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to := newReceiver(t, status(http.StatusOK))
		b.pass(time.Minute) // before other instances
		made := b.create(to, nil)
		b.deliver()
		id := b.raise(1)[0]
		require.Eventually(t, func() bool { return b.position(made.ID) == 1 }, patience, 10*time.Millisecond)
		require.Empty(t, to.calls)
		_, err := b.Replay(b.ctx, webhook.ReplayInput{ID: made.ID, Since: made.CreatedAt.Add(-2 * time.Minute)})
		require.NoError(t, err)
		c := to.next(t)
		require.Equal(t, id, c.contact(t))
	})
}
