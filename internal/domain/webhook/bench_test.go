package webhook_test

import (
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/webhook"
)

// eachDialect runs a benchmark on each database.
func eachDialect(b *testing.B, run func(b *testing.B, of *bundle)) {
	b.Helper()
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) { run(b, newBundle(b, dbtest.Open(b, dialect))) })
	}
}

// BenchmarkLatency makes 200 changes a second for 10 seconds, and reports how long after its commit
// an event is received.
func BenchmarkLatency(b *testing.B) {
	const rate, all = 200, 2000
	eachDialect(b, func(b *testing.B, of *bundle) {
		to := newReceiver(b, status(http.StatusNoContent))
		to.calls = make(chan call, all)
		of.create(to, nil)
		of.deliver()
		for b.Loop() {
			var mu sync.Mutex
			committed := make(map[uuid.UUID]time.Time, all)
			var changes sync.WaitGroup
			ticks := time.NewTicker(time.Second / rate)
			for range all {
				<-ticks.C
				changes.Go(func() {
					id := uuid.New()
					// The commit is the last that RaiseAll does, so the call can't come before it.
					err := event.RaiseAll(of.ctx, of.db, event.ContactDeleted, id)
					at := time.Now()
					mu.Lock()
					defer mu.Unlock()
					committed[id] = at
					require.NoError(b, err)
				})
			}
			ticks.Stop()
			changes.Wait()
			took := make([]time.Duration, 0, all)
			for range all {
				c := to.next(b)
				took = append(took, c.at.Sub(committed[c.contact(b)]))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[all/2].Milliseconds()), "p50-ms")
			b.ReportMetric(float64(took[all*99/100].Milliseconds()), "p99-ms")
		}
	})
}

// BenchmarkHanging delivers 1,000 events that wait, with and without another webhook whose receiver
// never answers, by turns. It reports the ratio of the times.
func BenchmarkHanging(b *testing.B) {
	const all = 1000
	eachDialect(b, func(b *testing.B, of *bundle) {
		to := newReceiver(b, status(http.StatusNoContent))
		of.create(to, nil)
		hanging := newReceiver(b, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		other := of.create(hanging, nil)
		of.deliver()
		run := func(status webhook.Status) time.Duration {
			_, err := of.Update(of.ctx, webhook.UpdateInput{ID: other.ID, Status: &status})
			require.NoError(b, err)
			began := time.Now()
			of.raise(all)
			for range all {
				to.next(b)
			}
			return time.Since(began)
		}
		var alone, beside time.Duration
		for b.Loop() {
			alone += run(webhook.Paused)
			beside += run(webhook.Active)
		}
		b.ReportMetric(float64(alone.Milliseconds())/float64(b.N), "alone-ms")
		b.ReportMetric(float64(beside)/float64(alone), "beside/alone")
	})
}
