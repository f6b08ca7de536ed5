package messaging_test

import (
	"sync"
	"testing"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// BenchmarkAccept accepts messages of a firm, one in each request, by 32 callers at once, and
// reports how many are accepted in a second.
func BenchmarkAccept(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) { benchmarkAccept(b, dbtest.Open(b, dialect)) })
	}
}

func benchmarkAccept(b *testing.B, d *db.DB) {
	b.Helper()
	const callers, each = 32, 50
	f := newBundle(b, d)
	f.credit(b, 1_000_000*money.Unit)
	f.addChannel(b, provider.Sandbox)
	for b.Loop() {
		var calling sync.WaitGroup
		for range callers {
			calling.Go(func() {
				for range each {
					result, err := f.Send(f.ctx, messaging.SendInput{Messages: []*messaging.SendMessage{toSend(phones[0])}}, allRights)
					if err != nil || len(result.Accepted) != 1 {
						b.Error(result, err)
					}
				}
			})
		}
		calling.Wait()
	}
	b.ReportMetric(float64(callers*each*b.N)/b.Elapsed().Seconds(), "messages/s")
}
