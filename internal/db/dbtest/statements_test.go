package dbtest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// reporter is a test that keeps its failures, and ends when it is asked to.
type reporter struct {
	testing.TB

	failures []string
	cleanups []func()
}

func (r *reporter) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

func (r *reporter) Cleanup(f func()) { r.cleanups = append(r.cleanups, f) }

func (r *reporter) end() {
	for _, f := range slices.Backward(r.cleanups) {
		f()
	}
}

// A test fails for each way to send a statement that Citus refuses.
func TestURL_RefusedByCitus(t *testing.T) {
	t.Parallel()
	r := &reporter{TB: t}
	d, err := db.Open(t.Context(), dbtest.URL(r, db.Postgres))
	require.NoError(t, err)
	pool, _ := d.NativePool()
	ctx, id := t.Context(), uuid.New()
	update := func(name string) string {
		return "UPDATE tags SET name = '" + name + "' WHERE id = $1"
	}

	_, err = dbtest.SQL(ctx, d).Exec(update("prepared"), id)
	require.NoError(t, err)
	undone := errors.New("undone")
	require.ErrorIs(t, d.Tx(ctx, func(ctx context.Context) error {
		_, err := dbtest.SQL(ctx, d).Exec(update("in transaction"), id)
		require.NoError(t, err)
		return undone
	}), undone)
	_, err = pool.Exec(ctx, "CREATE TABLE copies (text text)")
	require.NoError(t, err)
	large := []any{strings.Repeat("UPDATE tags ", 10_000)}
	n, err := pool.CopyFrom(ctx, pgx.Identifier{"copies"}, []string{"text"}, pgx.CopyFromRows([][]any{large, large, large}))
	require.NoError(t, err)
	require.EqualValues(t, 3, n)
	_, err = pool.Exec(ctx, update("unprepared"), pgx.QueryExecModeExec, id)
	require.NoError(t, err)
	_, err = pool.Exec(ctx, update("simple"), pgx.QueryExecModeSimpleProtocol, id)
	require.NoError(t, err)
	var batch pgx.Batch
	batch.Queue(update("first of batch"), id)
	batch.Queue(update("second of batch"), id)
	require.NoError(t, pool.SendBatch(ctx, &batch).Close())
	_, err = dbtest.SQL(ctx, d).Exec("UPDATE tags SET name = 'accepted' WHERE firm_id = $1", id)
	require.NoError(t, err)

	require.NoError(t, d.Close())
	r.end()
	ways := []string{"first of batch", "in transaction", "prepared", "second of batch", "simple", "unprepared"}
	require.Len(t, r.failures, len(ways))
	for i, way := range ways {
		require.Contains(t, r.failures[i], "by id without naming the firm: UPDATE tags SET name = '"+way+"'")
	}
}
