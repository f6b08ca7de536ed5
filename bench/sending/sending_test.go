// Package sending measures how a server sends messages, with a provider in this process, as users
// and providers see it: the rate of a channel, statuses, what other requests wait, memory, the
// order of firms, and processor time. `make bench-sending` runs it. The bars are those for two
// cores.
package sending_test

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/realtime/broker"
)

var (
	program  = flag.String("program", "../../bin/firmhub", "the server")
	length   = flag.Duration("for", 15*time.Second, "how long to read and send, where a time is measured")
	messages = flag.Int("messages", 10_000, "how many messages to send, where a speed is measured")
	waiting  = flag.Int("waiting", 100_000, "how many messages wait, where memory is measured")
)

// patience is how long a benchmark waits for messages.
const patience = 10 * time.Minute

// BenchmarkSending runs each measurement on a server of its own.
func BenchmarkSending(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		for _, m := range []struct {
			name string
			run  func(*testing.B, *server)
		}{
			{"Rate", measureRate},
			{"Statuses", measureStatuses},
			{"Others", measureOthers},
			{"Memory", measureMemory},
			{"Authentication", measureAuthentication},
			{"Processor", measureProcessor},
		} {
			b.Run(m.name+"/"+dialect, func(b *testing.B) { m.run(b, start(b, dialect)) })
		}
	}
}

// server is a server with the firms of the demo, which have channels at a provider.
type server struct {
	*bench.Server
	testing.TB
	db       *db.DB
	address  string // of the database
	send     bench.Sender
	provider *provider
	// sent is how many messages were sent, for numbers that differ.
	sent int
}

// firm is a firm with a channel.
type firm struct {
	*server
	token   string
	channel string // the id of its channel
}

func start(b *testing.B, dialect string) *server {
	address := bench.Database(b, dialect)
	filling := exec.CommandContext(b.Context(), *program, "demo")
	filling.Env = append(os.Environ(), "FIRMHUB_DATABASE_URL="+address, "FIRMHUB_DATA_DIR="+b.TempDir())
	require.NoError(b, filling.Run())
	d, err := db.Open(b.Context(), address)
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, d.Close()) })
	s := &server{TB: b, db: d, address: address, send: bench.OverHTTP(64), provider: newProvider(b)}
	s.Server = bench.StartFirmhub(b, *program, address, "FIRMHUB_RATE_LIMIT=off", "FIRMHUB_ALLOWED_PRIVATE_TARGETS=127.0.0.0/8",
		"FIRMHUB_SECRETS_KEY=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	s.credit()
	return s
}

// credit makes sure that nobody runs out of money: what messages cost is charged.
func (s *server) credit() {
	firms, err := db.All[uuid.UUID](bench.SQL(s, s.db), "SELECT firm_id FROM wallets")
	require.NoError(s, err)
	events := broker.NewMemory()
	center := notification.NewCenter(s.db, events)
	ledger := wallet.NewLedger(s.db, center, events)
	for _, id := range firms {
		_, err := ledger.Credit(bench.Within(s.Context(), id), wallet.CreditInput{FirmID: id, Amount: 1_000_000 * money.Unit, Reason: "Top-up"})
		require.NoError(s, err)
	}
	require.NoError(s, ledger.Close(s.Context()))
	center.Close()
	require.NoError(s, events.Close())
}

// newFirm logs the owner of a firm of the demo in, and creates a channel.
func (s *server) newFirm(owner string, perSecond int) *firm {
	f := &firm{server: s, token: s.send.LogIn(s, s.URL, owner, demo.Password)}
	var made struct{ Data struct{ ID string } }
	f.ask(http.MethodPost, "/api/v1/messaging/channels", map[string]any{
		"name": "Bench", "kind": "Sms", "messagesPerSecond": perSecond, "secrets": map[string]any{"authToken": authToken},
		"settings": map[string]any{"baseUrl": s.provider.url, "accountSid": "AC1", "from": "+12015550123"},
	}, &made)
	f.channel = made.Data.ID
	return f
}

// The owners of two firms of the demo.
const (
	first  = "helena@belavista.example"
	second = "annika@weitblick.example"
)

func (f *firm) ask(method, path string, body, out any) {
	f.Helper()
	f.server.send.Ask(f, bench.NewRequest(f, method, f.URL+path, f.token, body), out)
}

// next returns the next number.
func (s *server) next() string { return fmt.Sprintf("+551198%07d", s.sent) }

// queue sends n messages of a category, each to another number.
func (f *firm) queue(n int, category string) {
	const perRequest = 1000
	for n > 0 {
		batch := make([]any, min(n, perRequest))
		for i := range batch {
			batch[i] = map[string]any{"channelId": f.channel, "to": f.next(), "category": category, "body": "Your order is on its way."}
			f.sent++
		}
		var answer struct {
			Data struct {
				Rejected []struct{ Message string }
			}
		}
		f.ask(http.MethodPost, "/api/v1/messaging/send", map[string]any{"messages": batch}, &answer)
		require.Empty(f, answer.Data.Rejected)
		n -= len(batch)
	}
}

// set pauses or resumes the channel.
func (f *firm) set(what string) {
	f.ask(http.MethodPost, "/api/v1/messaging/channels/"+f.channel+"/"+what, map[string]any{}, nil)
}

// count returns how many rows of a table of all firms fulfil a condition.
func (s *server) count(table, condition string) int {
	found, err := db.All[int](bench.SQL(s, s.db), "SELECT count(*) FROM "+table+" WHERE "+condition)
	require.NoError(s, err)
	return found[0]
}

// await waits until nothing fulfils a condition. It does not count, whose work would be measured.
func (s *server) await(table, condition string) {
	s.Helper()
	require.Eventually(s, func() bool {
		found, err := db.All[int](bench.SQL(s, s.db), "SELECT 1 FROM "+table+" WHERE "+condition+" LIMIT 1")
		require.NoError(s, err)
		return len(found) == 0
	}, patience, 50*time.Millisecond)
}

// queued is the condition of messages that are to be sent.
const queued = "state IN ('Queued', 'Sending')"

// newMessageID returns an id as the provider gives it.
func newMessageID() string { return "SM" + uuid.NewString() }

// handle serves a handler until the end of the benchmark.
func handle(b *testing.B, handler http.Handler) string {
	served := httptest.NewServer(handler)
	b.Cleanup(served.Close)
	return served.URL
}
