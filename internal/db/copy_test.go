package db_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

func TestCopy(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, err := d.Exec(t.Context(), `CREATE TABLE things (id uuid PRIMARY KEY, n integer NOT NULL, name text, at timestamp)`)
		require.NoError(t, err)
		ids := make([]uuid.UUID, 3000)
		for i := range ids {
			ids[i] = uuid.New()
		}
		at := time.Date(2026, time.March, 1, 12, 0, 0, 1000, time.UTC)
		add := func(ctx context.Context, ids []uuid.UUID) error {
			return d.Copy(ctx, "things", []string{"id", "n", "name", "at"}, len(ids), func(i int) []any {
				return []any{ids[i], i, "é'", at}
			})
		}
		count := func() int {
			counts, err := db.Select[int](t.Context(), d, "SELECT count(*) FROM things WHERE name = 'é'''")
			require.NoError(t, err)
			return counts[0]
		}

		require.NoError(t, add(t.Context(), nil))
		require.NoError(t, add(t.Context(), ids[:1]))
		require.NoError(t, add(t.Context(), ids[1:2500]))
		require.Equal(t, 2500, count())
		sums, err := db.Select[int](t.Context(), d, "SELECT sum(n) FROM things")
		require.NoError(t, err)
		require.Equal(t, 2498*2499/2, sums[0])
		err = add(t.Context(), ids[2499:])
		require.True(t, db.IsUnique(err), "%v", err)
		require.Equal(t, 2500, count(), "all or none")

		require.ErrorIs(t, d.Tx(t.Context(), func(ctx context.Context) error {
			require.NoError(t, add(ctx, ids[2500:]))
			return errRolledBack
		}), errRolledBack)
		require.Equal(t, 2500, count())
		require.NoError(t, d.Tx(t.Context(), func(ctx context.Context) error { return add(ctx, ids[2500:]) }))
		require.Equal(t, 3000, count())
		err = d.Tx(t.Context(), func(ctx context.Context) error {
			_ = add(ctx, ids[:1]) // The commit has the error, too, or alone: few rows wait for it on PostgreSQL.
			return nil
		})
		require.True(t, db.IsUnique(err), "a failed statement spoils the transaction: %v", err)
		require.Error(t, d.Copy(t.Context(), "nowhere", []string{"id"}, 1, func(int) []any { return []any{1} }))
	})
}

func TestCopyLarge(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, err := d.Exec(t.Context(), `CREATE TABLE things (id integer PRIMARY KEY, name text)`)
		require.NoError(t, err)
		add := func(count int) error {
			return d.CopyLarge(t.Context(), "things", []string{"id", "name"}, count, func(i int) []any {
				return []any{i, strings.Repeat("é", 1<<19)}
			})
		}
		require.NoError(t, add(0))
		require.NoError(t, add(3))
		sizes, err := db.Select[int](t.Context(), d, "SELECT length(name) FROM things ORDER BY id")
		require.NoError(t, err)
		require.Equal(t, []int{1 << 19, 1 << 19, 1 << 19}, sizes)
		require.True(t, db.IsUnique(add(1)))
	})
}

func TestCopyLarge_panic(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.Postgres)
	_, err := d.Exec(t.Context(), `CREATE TABLE things (id integer PRIMARY KEY)`)
	require.NoError(t, err)
	err = d.CopyLarge(t.Context(), "things", []string{"id"}, 1, func(int) []any { panic("no such row") })
	require.ErrorContains(t, err, "no such row")
	require.ErrorContains(t, err, "TestCopyLarge_panic", "the stack")
}

var errRolledBack = errors.New("rolled back")
