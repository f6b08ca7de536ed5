package wallet_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/wallet"
)

const (
	benchClients = 8
	benchTime    = 5 * time.Second
)

// numbered is the id of the nth firm of a benchmark, which pgbench can compute too.
func numbered(n int) uuid.UUID {
	return uuid.MustParse(fmt.Sprintf("00000000-0000-7000-8000-%012d", n))
}

// BenchmarkCredit measures credits by eight clients of one wallet and of 1,000, on PostgreSQL beside the same statements by
// pgbench, which must be on the PATH. A run takes five seconds whatever b.N is.
func BenchmarkCredit(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		for _, firms := range []int{1, 1000} {
			b.Run(fmt.Sprintf("%s/%d", dialect, firms), func(b *testing.B) {
				address := dbtest.URL(b, dialect)
				d, err := db.Open(b.Context(), address)
				require.NoError(b, err)
				defer func() { require.NoError(b, d.Close()) }()
				super := newFirm(b, d)
				across := rule.AcrossFirms(b.Context(), "a benchmark makes firms")
				for n := 1; n <= firms; n++ {
					name := strconv.Itoa(n)
					d.Client.Firm.Create().SetID(numbered(n)).SetName(name).SetNameKey(name).SetCurrency("EUR").ExecX(across)
					require.NoError(b, wallet.Open(across, d, numbered(n), "EUR"))
				}
				ctx, ledger := asUser(b.Context(), super.ID, true), newLedger(b, d)
				if dialect == db.Postgres {
					b.ReportMetric(pgbench(b, address, firms, super.ID), "pgbench/s")
				}
				var (
					posted atomic.Int64
					all    sync.WaitGroup
				)
				began := time.Now()
				for range benchClients {
					all.Go(func() {
						for time.Since(began) < benchTime {
							firm := numbered(1 + rand.IntN(firms)) //nolint:gosec // no secret
							_, err := ledger.Credit(ctx, wallet.CreditInput{FirmID: firm, Amount: 1, Reason: "Top-up"})
							if err != nil {
								b.Error(err)
								return
							}
							posted.Add(1)
						}
					})
				}
				all.Wait()
				b.ReportMetric(float64(posted.Load())/time.Since(began).Seconds(), "postings/s")
			})
		}
	}
}

var tps = regexp.MustCompile(`(?m)^tps = ([0-9.]+)`)

// pgbench runs the statements of a credit, and returns how many a second.
func pgbench(b *testing.B, address string, firms int, super uuid.UUID) float64 {
	b.Helper()
	firm := "('00000000-0000-7000-8000-' || lpad(:n::text, 12, '0'))::uuid"
	audit := `INSERT INTO audit_entries (id, created_at, actor_kind, actor_id, actor_name, action, target_type, target_id, target_name,
		address, request_id, "after", firm_id)
	VALUES (gen_random_uuid(), now(), 'User', gen_random_uuid(), 'ada@example.com', 'wallet.credit', 'wallet', gen_random_uuid(), 'Top-up',
		'', '', '{"firmId":"00000000-0000-7000-8000-000000000001","type":"Credit","amount":0.0001,"currency":"EUR","reason":"Top-up"}', %s);`
	values := map[string]string{
		"1": firm, "2": "gen_random_uuid()", "3": "'Credit'", "4": "1", "5": "clock_timestamp()", "6": "20261122",
		"7": "sha256('digest')", "8": "'EUR'", "9": "9000000000000000000", "10": "'Top-up'", "11": "NULL", "12": "NULL", "13": "'User'",
		"14": "gen_random_uuid()", "15": "'ada@example.com'", "16": "gen_random_uuid()",
	}
	post := regexp.MustCompile(`\$(\d+)`).ReplaceAllStringFunc(wallet.PostStatement, func(p string) string { return values[p[1:]] })
	script := strings.Join([]string{
		fmt.Sprintf(`\set n random(1, %d)`, firms), "BEGIN;",
		"SELECT w.id, w.currency, f.time_zone FROM wallets w JOIN firms f ON f.id = w.firm_id WHERE w.firm_id = " + firm + " AND f.id = " + firm + ";",
		fmt.Sprintf(audit, firm), fmt.Sprintf(audit, "'"+super.String()+"'"),
		strings.ReplaceAll(post, "\n", " ") + ";", "COMMIT;", "",
	}, "\n")
	path := filepath.Join(b.TempDir(), "credit.sql")
	require.NoError(b, os.WriteFile(path, []byte(script), 0o600))
	address = regexp.MustCompile(`pool_max_conns=\d+&?`).ReplaceAllString(address, "")
	output, err := exec.CommandContext(b.Context(), "pgbench", "-n", "-M", "prepared", "-c", strconv.Itoa(benchClients), "-j", "2",
		"-T", strconv.Itoa(int(benchTime.Seconds())), "-f", path, address).CombinedOutput()
	require.NoError(b, err, "%s", output)
	found := tps.FindSubmatch(output)
	require.NotNil(b, found, "%s", output)
	rate, err := strconv.ParseFloat(string(found[1]), 64)
	require.NoError(b, err)
	return rate
}
