//go:build citus

// make test-citus runs this test.

package firmhubtest_test

import (
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

// TestCitus_Move moves a firm to the other worker and back, while clients read and write. No
// request fails, except with 503 and Retry-After, and nothing is lost.
func TestCitus_Move(t *testing.T) {
	t.Parallel()
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
	for range 2 {
		_, err := conn.Exec(t.Context(), `SELECT citus_move_shard_placement(shard.id, at.nodename, at.nodeport, other.nodename, other.nodeport, 'force_logical')
			FROM (SELECT get_shard_id_for_distribution_column('firms', $1::text)) AS shard (id)
			JOIN pg_dist_placement p ON p.shardid = shard.id JOIN pg_dist_node at ON at.groupid = p.groupid
			JOIN pg_dist_node other ON other.groupid > 0 AND other.groupid <> at.groupid LIMIT 1`, m.firmID)
		assert.NoError(t, err)
	}
	stop.Store(true)
	clients.Wait()
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
