package messaging_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/entity"
)

// BenchmarkRecount counts a firm with a million counts again: two years of 20,000 people without
// messages, and 100,000 messages. It reports how many steps that takes, and the longest one.
func BenchmarkRecount(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) { benchmarkRecount(b, dbtest.Open(b, dialect)) })
	}
}

func benchmarkRecount(b *testing.B, d *db.DB) {
	b.Helper()
	f := newBundle(b, d)
	across := rule.AcrossFirms(b.Context(), "a benchmark")
	zone := func(name string) { d.Client.Firm.Update().Where(firm.ID(f.firm.ID)).SetTimeZone(name).ExecX(across) }
	zone("UTC")
	f.report(b, outbound("starts the clock"))
	f.fillCounts(b)
	zones, steps, longest := []string{"America/Sao_Paulo", "UTC"}, 0, time.Duration(0)
	for i := 0; b.Loop(); i++ {
		zone(zones[i%len(zones)])
		for more := true; more; steps++ {
			began := time.Now()
			require.NoError(b, d.Tx(b.Context(), func(ctx context.Context) (err error) {
				more, err = messaging.Recount(ctx, d)
				return err
			}))
			longest = max(longest, time.Since(began))
		}
	}
	b.ReportMetric(float64(steps)/float64(b.N), "steps/op")
	b.ReportMetric(longest.Seconds()*1000, "ms/longest-step")
}

// fillCounts adds the counts of old months, and messages with theirs.
func (b *bundle) fillCounts(t testing.TB) {
	t.Helper()
	const people, months, messages = 20_000, 24, 100_000
	now := entity.Now()
	person := func(i int) string { return fmt.Sprintf("+55119%08d", i%people) }
	for month := range months {
		counts, at := messaging.Counts{}, messaging.Kept(now).AddDate(0, -month, -2)
		for i := range people {
			counts.Add(&messaging.Counted{OccurredAt: at, PersonKey: person(i), Phone: person(i)}, time.UTC)
		}
		require.NoError(t, messaging.WriteCounts(b.ctx, b.DB, b.firm.ID, 1, counts))
	}
	counts, at := messaging.Counts{}, func(i int) time.Time { return now.Add(-time.Duration(i) * 5 * time.Minute) }
	for i := range messages {
		counts.Add(&messaging.Counted{
			OccurredAt: at(i), Direction: message.DirectionOutbound, Status: message.StatusSent, PersonKey: person(i * 7919), Phone: person(i * 7919),
		}, time.UTC)
	}
	require.NoError(t, messaging.WriteCounts(b.ctx, b.DB, b.firm.ID, 1, counts))
	columns := []string{
		"id", "created_at", "updated_at", "firm_id", "occurred_at", "provider_message_id", "direction", "phone", "person_key", "category", "status",
	}
	require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
		return b.InFirm(ctx).Insert("messages", columns, messages, func(i int) []any {
			return []any{
				entity.NewID(), now, now, b.firm.ID, at(i), person(i * 7919), "Outbound", person(i * 7919), person(i * 7919), "Marketing", "Sent",
			}
		})
	}))
}
