package wallet_test

import (
	"context"
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
	"github.com/firmhub/firmhub/internal/domain/wallet"
)

const (
	benchClients = 8
	benchTime    = 5 * time.Second
)

// numbered returns the id of the nth firm of a benchmark, which pgbench can compute too.
func numbered(n int) uuid.UUID {
	return uuid.MustParse(fmt.Sprintf("00000000-0000-7000-8000-%012d", n))
}

// openFirms opens a database with firms that are numbered, and returns the context of an
// administrator of the super-firm.
func openFirms(b *testing.B, dialect string, firms int) (d *db.DB, address string, super uuid.UUID) {
	b.Helper()
	address = dbtest.URL(b, dialect)
	d, err := db.Open(b.Context(), address)
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, d.Close()) })
	super = newFirm(b, d).ID
	across := rule.AcrossFirms(b.Context(), "a benchmark makes firms")
	for n := 1; n <= firms; n++ {
		name := strconv.Itoa(n)
		d.Client.Firm.Create().SetID(numbered(n)).SetName(name).SetNameKey(name).SetCurrency("EUR").ExecX(across)
		require.NoError(b, wallet.Open(across, d, numbered(n), "EUR"))
	}
	return d, address, super
}

// measure runs do by so many clients for five seconds, and reports how often it did.
func measure(b *testing.B, clients int, unit string, do func() error) {
	b.Helper()
	var (
		done atomic.Int64
		all  sync.WaitGroup
	)
	began := time.Now()
	for range clients {
		all.Go(func() {
			for time.Since(began) < benchTime {
				if err := do(); err != nil {
					b.Error(err)
					return
				}
				done.Add(1)
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(done.Load())/time.Since(began).Seconds(), unit)
}

// BenchmarkCharge measures how the poster charges requests of one message each on one wallet. On
// PostgreSQL it compares that with pgbench, which adds one debit per transaction by a statement
// written by hand. A run takes five seconds whatever b.N is.
func BenchmarkCharge(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		for _, clients := range []int{benchClients, 64} {
			b.Run(fmt.Sprintf("%s/%d", dialect, clients), func(b *testing.B) {
				d, address, super := openFirms(b, dialect, 1)
				ledger, firm := newLedger(b, d), numbered(1)
				_, err := ledger.Credit(asUser(b.Context(), super, true), wallet.CreditInput{FirmID: firm, Amount: startMoney, Reason: "Top-up"})
				require.NoError(b, err)
				if dialect == db.Postgres {
					b.ReportMetric(pgbench(b, address, clients, debitScript()), "pgbench/s")
				}
				p := wallet.NewPoster(ledger, func(_ context.Context, batch *wallet.Batch[struct{}]) error {
					for i := range batch.Work {
						if err := batch.Charge(i, "", 1); err != nil {
							return err
						}
					}
					return nil
				})
				ctx := asUser(b.Context(), firm, false)
				measure(b, clients, "charges/s", func() error { return p.Do(ctx, 1, struct{}{}) })
				stats := p.Stats()
				b.ReportMetric(float64(stats.Requests)/float64(stats.Transactions), "requests/transaction")
			})
		}
	}
}

// BenchmarkCredit measures credits by eight clients of one wallet and of 1,000. On PostgreSQL it
// compares them with the same changes by pgbench, which must be on the PATH. A run takes five
// seconds whatever b.N is.
func BenchmarkCredit(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		for _, firms := range []int{1, 1000} {
			b.Run(fmt.Sprintf("%s/%d", dialect, firms), func(b *testing.B) {
				d, address, super := openFirms(b, dialect, firms)
				ctx, ledger := asUser(b.Context(), super, true), newLedger(b, d)
				if dialect == db.Postgres {
					b.ReportMetric(pgbench(b, address, benchClients, creditScript(firms, super)), "pgbench/s")
				}
				measure(b, benchClients, "postings/s", func() error {
					firm := numbered(1 + rand.IntN(firms)) //nolint:gosec // no secret
					_, err := ledger.Credit(ctx, wallet.CreditInput{FirmID: firm, Amount: 1, Reason: "Top-up"})
					return err
				})
			})
		}
	}
}

// benchFirm is the firm of pgbench's variable n.
const benchFirm = "('00000000-0000-7000-8000-' || lpad(:n::text, 12, '0'))::uuid"

// postStatement makes the changes of a posting in one statement, which is the fastest on plain
// PostgreSQL. Citus would run it in steps.
const postStatement = `
WITH moved AS (
	UPDATE wallets SET
		balance = balance + $4::bigint, turnover = turnover + abs($4::bigint), last = last + 1,
		posted_at = greatest(posted_at, $5::timestamptz), updated_at = greatest(posted_at, $5::timestamptz),
		day = greatest(day, $6::bigint), spent = CASE WHEN posted_at >= $17::timestamptz THEN spent ELSE 0 END + $18::bigint,
		hash = sha256(hash || int8send(last + 1) || int8send($4::bigint) || int8send(balance + $4::bigint)
			|| int8send((extract(epoch FROM greatest(posted_at, $5::timestamptz) AT TIME ZONE 'UTC') * 1000000)::bigint)
			|| int8send(greatest(day, $6::bigint)) || $7::bytea)
	WHERE firm_id = $1::uuid AND currency = $8 AND balance + $4::bigint >= 0 AND turnover + abs($4::bigint) <= $9::bigint
	RETURNING id, balance, last, posted_at, day, hash
), added AS (
	INSERT INTO wallet_entries (id, created_at, firm_id, wallet_id, number, day, type, amount, balance_after, reason, bank_ref,
		reference, actor_kind, actor_id, actor_name, hash)
	SELECT $2::uuid, posted_at, $1::uuid, id, last, day, $3, $4::bigint, balance, $10, $11, $12, $13, $14::uuid, $15, hash FROM moved
), counted AS (
	INSERT INTO wallet_days (id, created_at, updated_at, firm_id, wallet_id, day, utc_day, type, n, amount)
	SELECT $16::uuid, posted_at, posted_at, $1::uuid, id, day, to_char(posted_at AT TIME ZONE 'UTC', 'YYYYMMDD')::bigint,
		$3, 1, $4::bigint FROM moved
	ON CONFLICT (firm_id, day, type, utc_day) DO UPDATE
	SET n = wallet_days.n + 1, amount = wallet_days.amount + excluded.amount, updated_at = excluded.updated_at
)
SELECT balance, last, posted_at, day FROM moved`

// postScript is the statement of a posting, with values.
func postScript(kind, amount string) string {
	spent := "0"
	if kind == "Debit" {
		spent = "-(" + amount + ")"
	}
	// The times are constants, as in a posting: Citus takes no function of the clock there.
	const literal = "'2006-01-02T15:04:05.999999Z07:00'"
	at := time.Now().UTC()
	values := map[string]string{
		"1": benchFirm, "2": "gen_random_uuid()", "3": "'" + kind + "'", "4": amount, "5": at.Format(literal), "6": at.Format("20060102"),
		"7": "sha256('digest')", "8": "'EUR'", "9": "9000000000000000000", "10": "'Top-up'", "11": "NULL", "12": "NULL", "13": "'User'",
		"14": "gen_random_uuid()", "15": "'ada@example.com'", "16": "gen_random_uuid()",
		"17": at.AddDate(0, 0, 1-at.Day()).Truncate(24 * time.Hour).Format(literal), "18": spent,
	}
	post := regexp.MustCompile(`\$(\d+)`).ReplaceAllStringFunc(postStatement, func(p string) string { return values[p[1:]] })
	return strings.ReplaceAll(post, "\n", " ") + ";"
}

// debitScript charges one message.
func debitScript() string { return "\\set n 1\n" + postScript("Debit", "-1") + "\n" }

// creditScript does what a credit does.
func creditScript(firms int, super uuid.UUID) string {
	audit := `INSERT INTO audit_entries (id, created_at, actor_kind, actor_id, actor_name, action, target_type, target_id, target_name,
		address, request_id, "after", firm_id)
	VALUES (gen_random_uuid(), now(), 'User', gen_random_uuid(), 'ada@example.com', 'wallet.credit', 'wallet', gen_random_uuid(), 'Top-up',
		'', '', '{"firmId":"00000000-0000-7000-8000-000000000001","type":"Credit","amount":0.0001,"currency":"EUR","reason":"Top-up"}', %s);`
	audit = strings.ReplaceAll(audit, "\n", " ")
	return strings.Join([]string{
		fmt.Sprintf(`\set n random(1, %d)`, firms), "BEGIN;",
		"SELECT w.id, w.currency, f.time_zone FROM wallets w JOIN firms f ON f.id = w.firm_id WHERE w.firm_id = " + benchFirm + " AND f.id = " + benchFirm + ";",
		fmt.Sprintf(audit, benchFirm), fmt.Sprintf(audit, "'"+super.String()+"'"), postScript("Credit", "1"), "COMMIT;", "",
	}, "\n")
}

var tps = regexp.MustCompile(`(?m)^tps = ([0-9.]+)`)

// pgbench runs a script by so many clients, and returns how often a second.
func pgbench(b *testing.B, address string, clients int, script string) float64 {
	b.Helper()
	path := filepath.Join(b.TempDir(), "script.sql")
	require.NoError(b, os.WriteFile(path, []byte(script), 0o600))
	address = regexp.MustCompile(`pool_max_conns=\d+&?`).ReplaceAllString(address, "")
	output, err := exec.CommandContext(b.Context(), "pgbench", "-n", "-M", "prepared", "-c", strconv.Itoa(clients), "-j", "2",
		"-T", strconv.Itoa(int(benchTime.Seconds())), "-f", path, address).CombinedOutput()
	require.NoError(b, err, "%s", output)
	found := tps.FindSubmatch(output)
	require.NotNil(b, found, "%s", output)
	rate, err := strconv.ParseFloat(string(found[1]), 64)
	require.NoError(b, err)
	return rate
}
