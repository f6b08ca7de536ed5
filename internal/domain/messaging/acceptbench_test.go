package messaging_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// BenchmarkAccept accepts messages of a firm, one in each request, by 32 callers at once, and
// reports how many that are in a second.
func BenchmarkAccept(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) { benchmarkAccept(b, dbtest.Open(b, dialect)) })
	}
}

func benchmarkAccept(b *testing.B, d *db.DB) {
	b.Helper()
	f := newBundle(b, d)
	f.credit(b, 100_000*money.Unit)
	f.addChannel(b, provider.Sandbox)
	b.SetParallelism(16)
	b.ResetTimer()
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			result, err := f.Send(context.WithoutCancel(f.ctx), messaging.SendInput{Messages: []*messaging.SendMessage{toSend(phones[0])}}, allRights)
			if err != nil || len(result.Accepted) != 1 {
				b.Error(result, err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "messages/s")
	require.False(b, b.Failed())
}
