package campaign_test

import (
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/viewer"
)

// BenchmarkPrepare quotes, executes, counts and prepares a campaign to 100,000 contacts, or to as
// many as FIRMHUB_BENCH_RECIPIENTS says, and reads it and its recipients again and again while it
// is counted and prepared. It reports how many recipients are stored in a second, how long quoting,
// executing and counting took, the 99th percentile and the longest time of a reading, and by how
// much the heap was larger at its largest.
func BenchmarkPrepare(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) { benchmarkPrepare(b, dbtest.Open(b, dialect)) })
	}
}

func benchmarkPrepare(b *testing.B, d *db.DB) {
	b.Helper()
	recipients := 100_000
	if text := os.Getenv("FIRMHUB_BENCH_RECIPIENTS"); text != "" {
		var err error
		recipients, err = strconv.Atoi(text)
		require.NoError(b, err)
	}
	f := newBundle(b, d)
	f.credit(b, price*money.Amount(recipients))
	const together = 1000
	for made := 0; made < recipients; made += together {
		f.contactsFrom(b, made, min(together, recipients-made))
	}
	// An import of many contacts ends with this.
	require.NoError(b, d.Optimize(b.Context(), "contacts", "contact_phones", "contact_emails", "contact_addresses", "contact_tags", "contact_counts"))
	var quoted, executed, counted time.Duration
	var readings []time.Duration
	var most uint64
	for b.Loop() {
		id := f.create(b).ID
		before := heap()
		began := time.Now()
		_, err := f.Quote(f.ctx, id)
		require.NoError(b, err)
		quoted = time.Since(began)
		began = time.Now()
		f.execute(b, id)
		executed = time.Since(began)
		done := make(chan error, 1)
		go func() {
			began := time.Now()
			if recipients > 50_000 {
				if err := f.runner.Step(viewer.NewContext(f.ctx, &viewer.Viewer{Kind: viewer.System, FirmID: f.firm.ID}), id); err != nil {
					done <- err
					return
				}
			}
			counted = time.Since(began)
			done <- f.prepared(id)
		}()
		readings = f.readings(b, id, done, &most)
		most -= min(most, before)
		require.Equal(b, recipients, f.get(b, id).Counts.Recipients)
	}
	slices.Sort(readings)
	const percent, mega = 100, 1 << 20
	b.ReportMetric(float64(recipients)/(b.Elapsed()-quoted-executed-counted).Seconds(), "recipients/s")
	b.ReportMetric(quoted.Seconds(), "s/quote")
	b.ReportMetric(executed.Seconds(), "s/execute")
	b.ReportMetric(counted.Seconds(), "s/count")
	b.ReportMetric(float64(readings[len(readings)*(percent-1)/percent].Microseconds())/1000, "ms/read-p99")
	b.ReportMetric(float64(readings[len(readings)-1].Microseconds())/1000, "ms/read-max")
	b.ReportMetric(float64(most)/mega, "MB-heap")
}

// readings reads a campaign and a page of its recipients in turn until done, and returns how long
// each took. most becomes the largest heap.
func (b *bundle) readings(t testing.TB, id uuid.UUID, done <-chan error, most *uint64) (all []time.Duration) {
	ticks := time.NewTicker(20 * time.Millisecond)
	defer ticks.Stop()
	for i := 0; ; i++ {
		select {
		case err := <-done:
			require.NoError(t, err)
			return all
		case <-ticks.C:
		}
		began := time.Now()
		if i%2 == 0 {
			b.get(t, id)
		} else {
			page, err := b.Recipients(b.ctx, campaign.RecipientsInput{ID: id})
			require.NoError(t, err)
			_, err = page.Items(b.ctx)
			require.NoError(t, err)
		}
		all = append(all, time.Since(began))
		*most = max(*most, heap())
	}
}

// heap returns how many bytes the objects on the heap take.
func heap() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
