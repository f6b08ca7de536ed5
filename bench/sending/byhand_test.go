package sending_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
)

// loopVariable names the provider for a process that runs the loop by hand.
const loopVariable = "FIRMHUB_BENCH_LOOP"

func TestMain(m *testing.M) {
	if target := os.Getenv(loopVariable); target != "" {
		if err := loop(context.Background(), os.Getenv("FIRMHUB_BENCH_DRIVER"), os.Getenv("FIRMHUB_BENCH_DATABASE"), target); err != nil {
			panic(err)
		}
		return
	}
	os.Exit(m.Run())
}

// byHand returns the processor time that a loop written by hand takes for n messages, in a process
// of its own, with that of PostgreSQL.
func (s *server) byHand(b *testing.B, n int) time.Duration {
	driver, address := "pgx", s.address
	if s.db.Dialect() == db.SQLite {
		driver = "sqlite"
		address = "file:" + filepath.Join(b.TempDir(), "loop.db") +
			"?_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)&_pragma=busy_timeout(5000)"
	}
	pool, err := sql.Open(driver, address)
	require.NoError(b, err)
	defer func() { require.NoError(b, pool.Close()) }()
	for _, statement := range []string{
		"CREATE TABLE by_hand (id integer PRIMARY KEY, number text, body text, state text, provider_id text)",
		"CREATE INDEX by_hand_due ON by_hand (id) WHERE state = 'Queued'",
		"CREATE TABLE by_hand_wallet (balance bigint)",
		"INSERT INTO by_hand_wallet VALUES (0)",
	} {
		_, err := pool.ExecContext(b.Context(), statement)
		require.NoError(b, err)
	}
	_, err = pool.ExecContext(b.Context(), `
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
INSERT INTO by_hand (id, number, body, state) SELECT i, '+5511987654321', 'Your order is on its way.', 'Queued' FROM n`, n)
	require.NoError(b, err)

	postgres := bench.Meter{Postgres: bench.NewMeter(b, s.db, 0).Postgres}
	process := exec.CommandContext(b.Context(), os.Args[0])
	process.Stderr = os.Stderr
	process.Env = append(os.Environ(), loopVariable+"="+s.provider.url, "FIRMHUB_BENCH_DRIVER="+driver, "FIRMHUB_BENCH_DATABASE="+address)
	before := postgres.Spent(b)
	require.NoError(b, process.Run())
	spent := postgres.Spent(b) - before + process.ProcessState.UserTime() + process.ProcessState.SystemTime()
	var left int
	require.NoError(b, pool.QueryRowContext(b.Context(), "SELECT count(*) FROM by_hand WHERE state <> 'Sent'").Scan(&left))
	require.Zero(b, left)
	return spent
}

// due is a message of the loop.
type due struct {
	id                       int
	number, body, providerID string
}

// loop claims 50 messages in a transaction, calls the provider for each, and stores the outcomes
// and the debit in another one, until there are no more. It checks and counts nothing.
func loop(ctx context.Context, driver, address, target string) error {
	pool, err := sql.Open(driver, address)
	if err != nil {
		return err
	}
	defer func() { _ = pool.Close() }()
	locking := ""
	if driver == "pgx" {
		locking = " FOR UPDATE SKIP LOCKED"
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 50}}
	for {
		messages, err := claim(ctx, pool, locking)
		if err != nil || len(messages) == 0 {
			return err
		}
		var calls errgroup.Group
		for _, m := range messages {
			calls.Go(func() (err error) {
				m.providerID, err = callProvider(ctx, client, target, m)
				return err
			})
		}
		if err := calls.Wait(); err != nil {
			return err
		}
		if err := settle(ctx, pool, messages); err != nil {
			return err
		}
	}
}

func claim(ctx context.Context, pool *sql.DB, locking string) (messages []*due, err error) {
	//nolint:gosec // locking is a constant of this file
	rows, err := pool.QueryContext(ctx, `UPDATE by_hand SET state = 'Sending' WHERE id IN (
SELECT id FROM by_hand WHERE state = 'Queued' ORDER BY id LIMIT 50`+locking+`) RETURNING id, number, body`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		m := &due{}
		if err := rows.Scan(&m.id, &m.number, &m.body); err != nil {
			return nil, err
		}
		messages = append(messages, m)
	}
	return messages, rows.Err()
}

func callProvider(ctx context.Context, client *http.Client, target string, m *due) (id string, err error) {
	form := url.Values{"To": {m.number}, "From": {"+12015550123"}, "Body": {m.body}}
	path := target + "/2010-04-01/Accounts/AC1/Messages.json"
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, path, strings.NewReader(form.Encode()))
	if err != nil {
		return "", err
	}
	request.SetBasicAuth("AC1", authToken)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }() // it was only read
	var taken struct{ SID string }
	err = json.NewDecoder(answer.Body).Decode(&taken)
	return taken.SID, err
}

func settle(ctx context.Context, pool *sql.DB, messages []*due) error {
	tx, err := pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	for _, m := range messages {
		if _, err := tx.ExecContext(ctx, "UPDATE by_hand SET state = 'Sent', provider_id = $2 WHERE id = $1", m.id, m.providerID); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, "UPDATE by_hand_wallet SET balance = balance - $1", len(messages)); err != nil {
		return err
	}
	return tx.Commit()
}
