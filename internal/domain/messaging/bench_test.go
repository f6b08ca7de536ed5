package messaging_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// BenchmarkHooks stores hooks with a status each, as providers send them, works on them, and
// reports how many statuses that are in a second.
func BenchmarkHooks(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) { benchmarkHooks(b, dbtest.Open(b, dialect)) })
	}
}

func benchmarkHooks(b *testing.B, d *db.DB) {
	b.Helper()
	const messages, perReport = 5000, 1000
	f := newBundle(b, d)
	f.credit(b, 100_000*money.Unit)
	channel := f.addChannel(b, provider.Sandbox)
	round := 0
	for b.Loop() {
		b.StopTimer()
		round++
		var ids []string
		for range messages / perReport {
			var report []*messaging.MessageInput
			for range perReport {
				ids = append(ids, fmt.Sprint(round, "-", len(ids)))
				report = append(report, outbound(ids[len(ids)-1]))
			}
			f.report(b, report...)
		}
		b.StartTimer()
		for i, id := range ids {
			require.NoError(b, messaging.StoreEvents(f.ctx, d, channel, []provider.Event{byProvider(id, provider.StateDelivered)}))
			if i%100 == 0 { // The work goes on beside what arrives.
				_, err := f.ApplyEvents(f.ctx)
				require.NoError(b, err)
			}
		}
		f.events(b, channel)
	}
	b.ReportMetric(float64(messages*round)/b.Elapsed().Seconds(), "statuses/s")
	require.Zero(b, dbtest.Count(b, d, "hook_events"))
}
