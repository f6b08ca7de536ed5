// Package citus compares how long requests take on a database that Citus distributes and on plain
// PostgreSQL. `make bench-citus` runs it.
package citus_test

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

var (
	program = flag.String("program", "../../bin/firmhub", "the server")
	length  = flag.Duration("for", 10*time.Second, "how long to measure each operation")
	turn    = flag.Duration("turn", 200*time.Millisecond, "how long to ask one server before the other")
)

// BenchmarkCitus asks two servers in turn. One of them has a database without the extension, on the
// coordinator's server. Other work on the machine delays Citus more, whose statements wait for two
// processes. So there is the fastest tenth of the answers, too.
func BenchmarkCitus(b *testing.B) {
	plain, citus := newSide(b, bench.Database(b, db.Postgres)), newSide(b, dbtest.Distributed(b))
	t := &bench.Table{
		Heading: fmt.Sprintf("milliseconds, one client; the two firms of a credit are on %d workers", citus.workers(b)), Words: 1,
		Columns: []string{"", "requests", "plain p10", "p50", "Citus p10", "p50", "ratio of p10", "of p50"},
	}
	for _, of := range operations {
		compare(plain, citus, of.ask, *length/5) // warms up
		took := compare(plain, citus, of.ask, *length)
		row, p10, p50 := []string{of.name, strconv.Itoa(len(took[1]))}, [2]float64{}, [2]float64{}
		for i := range took {
			p10[i], p50[i] = at(took[i], 0.1), at(took[i], 0.5)
			row = append(row, fmt.Sprintf("%.1f", p10[i]), fmt.Sprintf("%.1f", p50[i]))
		}
		t.Rows = append(t.Rows, append(row, fmt.Sprintf("%.2f", p10[1]/p10[0]), fmt.Sprintf("%.2f", p50[1]/p50[0])))
	}
	t.Print(false)
}

// at returns a quantile in milliseconds.
func at(took []time.Duration, share float64) float64 {
	return 1000 * bench.Quantile(took, share, time.Duration.Seconds)
}

var operations = []struct {
	name string
	ask  func(*side)
}{
	{"get", func(s *side) { s.ask(s.user, http.MethodGet, "/api/V1/Contact/get/"+s.contact, nil, nil) }},
	{"list", func(s *side) {
		s.ask(s.user, http.MethodPost, "/api/V1/Contact/getall", map[string]any{"page": 1, "pageSize": 20}, nil)
	}},
	{"create", func(s *side) {
		s.ask(s.user, http.MethodPost, "/api/V1/Contact/create", map[string]any{
			"firstName": "Ada", "lastName": "Lovelace", "tags": []string{"VIP"},
			"phones": []any{map[string]any{"phone": "11 98765-4321", "phoneCC": "+55"}}, "emails": []any{map[string]any{"email": "ada@example.com"}},
		}, nil)
	}},
	{"credit", func(s *side) {
		s.ask(s.admin, http.MethodPost, "/api/v1/admin/wallet/manual-credit", map[string]any{
			"firmId": s.firm, "amount": 1, "reason": "Top-up", "idempotencyKey": uuid.NewString(),
		}, nil)
	}},
}

// side is a server with the demo. The user is of the firm, and the administrator of the super-firm.
type side struct {
	testing.TB
	*db.DB

	send        bench.Sender
	url         string
	user, admin string // access tokens
	firm, super string
	contact     string
}

func newSide(b *testing.B, address string) *side {
	filling := exec.CommandContext(b.Context(), *program, "demo")
	filling.Env = append(os.Environ(), "FIRMHUB_DATABASE_URL="+address, "FIRMHUB_DATA_DIR="+b.TempDir())
	require.NoError(b, filling.Run())
	d, err := db.Open(b.Context(), address)
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, d.Close()) })
	s := &side{TB: b, DB: d, send: bench.OverHTTP(1), url: bench.StartFirmhub(b, *program, address, "FIRMHUB_RATE_LIMIT=off").URL}
	s.user, s.firm = s.logIn("helena@belavista.example", demo.Password)
	s.admin, s.super = s.logIn(bench.AdminEmail, bench.Password)
	var list struct {
		Data struct{ Items []struct{ ID string } }
	}
	s.ask(s.user, http.MethodPost, "/api/V1/Contact/getall", map[string]any{"pageSize": 100}, &list)
	s.contact = list.Data.Items[len(list.Data.Items)-1].ID
	require.Eventually(b, func() bool { // the jobs that came with the demo
		left, err := db.All[int](bench.SQL(b, d), "SELECT count(*) FROM river_job WHERE finalized_at IS NULL AND scheduled_at < now()")
		return err == nil && left[0] == 0
	}, time.Minute, time.Second)
	return s
}

func (s *side) logIn(email, password string) (token, firm string) {
	var login struct {
		Data struct {
			Token string
			Firms []struct{ FirmID string }
		}
	}
	s.ask("", http.MethodPost, "/api/v1/auth/login", map[string]any{"email": email, "password": password}, &login)
	return login.Data.Token, login.Data.Firms[0].FirmID
}

func (s *side) ask(token, method, path string, body, out any) {
	s.send.Ask(s, bench.NewRequest(s, method, s.url+path, token, body), out)
}

// workers returns how many workers the firm and the super-firm are on.
func (s *side) workers(b *testing.B) int {
	found, err := db.All[int](bench.SQL(b, s.DB), `SELECT count(DISTINCT groupid) FROM pg_dist_placement WHERE shardid IN (
		get_shard_id_for_distribution_column('firms', $1::text), get_shard_id_for_distribution_column('firms', $2::text))`, s.firm, s.super)
	require.NoError(b, err)
	return found[0]
}

// compare asks the servers in turn and returns how long each answer took.
func compare(plain, citus *side, ask func(*side), length time.Duration) (took [2][]time.Duration) {
	for began := time.Now(); len(took[1]) == 0 || time.Since(began) < length; {
		for i, s := range []*side{plain, citus} {
			for first := time.Now(); time.Since(first) < *turn; {
				at := time.Now()
				ask(s)
				took[i] = append(took[i], time.Since(at))
			}
		}
	}
	return took
}
