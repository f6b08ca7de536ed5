package dispatch_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sms"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// BenchmarkSending sends messages by HTTP to a double in the same process, through a channel with a
// limit of 5,000 a second, and reports how many are sent and settled in a second.
func BenchmarkSending(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) { benchmarkSending(b, dbtest.Open(b, dialect)) })
	}
}

func benchmarkSending(b *testing.B, d *db.DB) {
	b.Helper()
	const perRequest, requests = 1000, 10
	providers := double.New(double.Options{Choose: func(double.Call) double.Behaviour { return double.Take }})
	server := httptest.NewServer(providers.Handler())
	b.Cleanup(server.Close)
	f := newBundle(b, d, 5000)
	f.charge(b, 1_000_000*money.Unit)
	server.Client().Transport.(*http.Transport).MaxIdleConnsPerHost = 500
	adapter := sms.New(server.Client(), server.Client(), time.Now)
	account := provider.Account{
		ID: f.channel, Settings: provider.Settings{BaseURL: server.URL, AccountSID: "AC1", From: "+12015550123"},
		Secrets: provider.Secrets{provider.AuthToken: "token"},
	}
	f.adapter.answer = func(m provider.Message) provider.Outcome { return adapter.Send(context.Background(), account, m) }
	sent := 0
	for b.Loop() {
		b.StopTimer()
		for range requests {
			f.send(b, perRequest, marketing)
		}
		b.StartTimer()
		stop := f.start(b, dispatch.Config{})
		require.Eventually(b, func() bool { return !f.isWaiting(b) }, time.Minute, 10*time.Millisecond)
		b.StopTimer()
		stop()
		sent += requests * perRequest
		b.StartTimer()
	}
	b.ReportMetric(float64(sent)/b.Elapsed().Seconds(), "messages/s")
	require.Equal(b, map[messaging.Status]int{message.StatusSent: sent}, f.statuses(b))
}

// isWaiting reports whether messages are in the queue. It does not count them, whose work would be
// measured.
func (b *bundle) isWaiting(t testing.TB) bool {
	t.Helper()
	var one int
	found, err := b.DB.InFirm(b.ctx).Row([]any{&one}, "SELECT 1 FROM outgoing_messages WHERE firm_id = $1 LIMIT 1")
	require.NoError(t, err)
	return found
}

// BenchmarkEvents compares sending with its events to sending whose events the database drops, by
// turns on the same server. It reports the medians, and the share of the speed that remains with
// events. The statements of the events are sent in both.
func BenchmarkEvents(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) { benchmarkEvents(b, dbtest.Open(b, dialect)) })
	}
}

// dropEvents are the statements that begin and end to drop events, by the dialect.
var dropEvents = map[string][2][]string{
	db.SQLite: {
		{"CREATE TRIGGER bench_drop BEFORE INSERT ON raised_events BEGIN SELECT RAISE(IGNORE); END"},
		{"DROP TRIGGER bench_drop"},
	},
	db.Postgres: {
		{
			"CREATE OR REPLACE FUNCTION bench_drop() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
			"CREATE TRIGGER bench_drop BEFORE INSERT ON raised_events FOR EACH ROW EXECUTE FUNCTION bench_drop()",
		},
		{"DROP TRIGGER bench_drop ON raised_events"},
	},
}

func benchmarkEvents(b *testing.B, d *db.DB) {
	b.Helper()
	const perTurn = 2000
	f := newBundle(b, d, 5000)
	f.charge(b, 1_000_000*money.Unit)
	turn := func() time.Duration {
		for range perTurn / 1000 {
			f.send(b, 1000, marketing)
		}
		began := time.Now()
		stop := f.start(b, dispatch.Config{})
		require.Eventually(b, func() bool { return !f.isWaiting(b) }, time.Minute, time.Millisecond)
		stop()
		return time.Since(began)
	}
	execute := func(statements []string) {
		for _, statement := range statements {
			_, err := dbtest.SQL(b.Context(), d).Exec(statement)
			require.NoError(b, err)
		}
	}
	var with, without []time.Duration
	for b.Loop() {
		with = append(with, turn())
		execute(dropEvents[d.Dialect()][0])
		without = append(without, turn())
		execute(dropEvents[d.Dialect()][1])
	}
	slices.Sort(with)
	slices.Sort(without)
	middle := func(took []time.Duration) float64 { return perTurn / took[len(took)/2].Seconds() }
	b.ReportMetric(middle(with), "with-events/s")
	b.ReportMetric(middle(without), "without/s")
	b.ReportMetric(middle(with)/middle(without), "share")
}
