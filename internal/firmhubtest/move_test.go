//go:build citus

// make test-citus runs this test.

package firmhubtest_test

import (
	"errors"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestCitus_Move moves a firm to the other worker and back.
func TestCitus_Move(t *testing.T) {
	t.Parallel()
	whileBusy(t, func(conn *pgx.Conn, firm string) (err error) {
		for range 2 {
			_, moved := conn.Exec(t.Context(), `SELECT citus_move_shard_placement(shard.id, at.nodename, at.nodeport, other.nodename, other.nodeport, 'force_logical')
				FROM (SELECT get_shard_id_for_distribution_column('firms', $1::text)) AS shard (id)
				JOIN pg_dist_placement p ON p.shardid = shard.id JOIN pg_dist_node at ON at.groupid = p.groupid
				JOIN pg_dist_node other ON other.groupid > 0 AND other.groupid <> at.groupid LIMIT 1`, firm)
			err = errors.Join(err, moved)
		}
		return err
	})
}

// TestCitus_Rebalance adds a third worker, which takes some of the shards. Then the worker of the
// firm gives all of its shards to the others.
func TestCitus_Rebalance(t *testing.T) {
	t.Parallel()
	whileBusy(t, func(conn *pgx.Conn, firm string) error {
		dbtest.AddWorker(t, conn.Config().Database)
		_, err := conn.Exec(t.Context(), "SELECT citus_rebalance_start('by_shard_count', shard_transfer_mode => 'force_logical')")
		if err == nil {
			_, err = conn.Exec(t.Context(), "SELECT citus_rebalance_wait()")
		}
		var at, added int
		const groups = `SELECT (SELECT p.groupid FROM pg_dist_placement p WHERE p.shardid = get_shard_id_for_distribution_column('firms', $1::text)),
			(SELECT count(*) FROM pg_dist_placement p WHERE p.shardid IN (SELECT shardid FROM pg_dist_shard WHERE logicalrelid = 'firms'::regclass)
				AND p.groupid = (SELECT max(groupid) FROM pg_dist_node))`
		err = errors.Join(err, conn.QueryRow(t.Context(), groups, firm).Scan(&at, &added))
		assert.Positive(t, added, "no shard is on the new worker")
		_, drained := conn.Exec(t.Context(), "SELECT citus_drain_node(nodename, nodeport, 'force_logical') FROM pg_dist_node WHERE groupid = $1", at)
		var now int
		err = errors.Join(err, drained, conn.QueryRow(t.Context(), groups, firm).Scan(&now, &added))
		assert.NotEqual(t, at, now, "the firm has not moved")
		return err
	})
}

// whileBusy moves rows while clients of a firm read and write. No request fails, except with 503
// and Retry-After, and nothing is lost.
func whileBusy(t *testing.T, move func(conn *pgx.Conn, firm string) error) {
	t.Helper()
	database := dbtest.URL(t, db.Postgres)
	m := newMatrix(t, firmhubtest.New(t, db.Postgres, func(c *app.Config) { c.DatabaseURL = database }))
	var stop atomic.Bool
	contacts, credits := &acknowledged{}, &acknowledged{}
	var clients sync.WaitGroup
	for range 2 {
		clients.Go(func() {
			for !stop.Load() {
				contacts.add(t, m.REST(http.MethodPost, "/api/V1/Contact/create", m.owner.token, map[string]any{"firstName": "Ada", "lastName": "Moved"}))
				m.list(t)
			}
		})
		clients.Go(func() {
			for !stop.Load() {
				credits.add(t, m.REST(http.MethodPost, "/api/v1/admin/wallet/manual-credit", m.super.token, map[string]any{
					"firmId": m.firmID, "amount": 1, "reason": "Top-up", "idempotencyKey": uuid.NewString(),
				}))
			}
		})
	}
	conn, err := pgx.Connect(t.Context(), strings.ReplaceAll(database, "pool_max_conns=8", "connect_timeout=60"))
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(t.Context())) }()
	count := func(rows string) (n int64) {
		require.NoError(t, conn.QueryRow(t.Context(), "SELECT count(*) FROM "+rows+" firm_id = $1", m.firmID).Scan(&n))
		return n
	}
	err = move(conn, m.firmID)
	stop.Store(true)
	clients.Wait()
	require.NoError(t, err)
	contacts.requireAll(t, count("contacts WHERE last_name = 'Moved' AND"))
	credits.requireAll(t, count("wallet_entries WHERE"))
}

// acknowledged counts changes. A change that was refused with 503 may have been made or not.
type acknowledged struct{ made, unknown atomic.Int64 }

func (a *acknowledged) add(t *testing.T, answer *firmhubtest.Answer) {
	t.Helper()
	if answer.Status == http.StatusServiceUnavailable {
		assert.NotEmpty(t, answer.Header.Get("Retry-After"))
		a.unknown.Add(1)
		return
	}
	assert.Less(t, answer.Status, 300, "%s", answer.Body)
	a.made.Add(1)
}

func (a *acknowledged) requireAll(t *testing.T, stored int64) {
	t.Helper()
	made, unknown := a.made.Load(), a.unknown.Load()
	t.Logf("%d acknowledged, %d refused, %d stored", made, unknown, stored)
	require.Positive(t, made)
	require.GreaterOrEqual(t, stored, made)
	require.LessOrEqual(t, stored, made+unknown)
}

// list reads a page of contacts, which may be refused with 503 and Retry-After.
func (m *matrix) list(t *testing.T) {
	t.Helper()
	(&acknowledged{}).add(t, m.REST(http.MethodPost, "/api/V1/Contact/getall", m.owner.token, map[string]any{"page": 1, "pageSize": 20}))
}
