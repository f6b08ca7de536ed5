package db_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// The statements of a connection to SQLite are prepared once, also statements that fail, that are
// used twice at a time, or whose table changes.
func TestPrepared(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.SQLite)
	ctx := t.Context()
	_, err := d.Exec(ctx, "CREATE TABLE x_numbers (n integer PRIMARY KEY)")
	require.NoError(t, err)
	const insert, list = "INSERT INTO x_numbers (n) VALUES ($1)", "SELECT * FROM x_numbers ORDER BY 1"
	for n := range 3 {
		_, err := d.Exec(ctx, insert, n)
		require.NoError(t, err)
		_, err = d.Exec(ctx, insert, n)
		require.True(t, db.IsUnique(err), "%v", err)
	}
	numbers := func(t *testing.T) []int {
		t.Helper()
		all, err := db.Select[int](ctx, d, list)
		require.NoError(t, err)
		return all
	}
	t.Run("OKTwiceAtOnce", func(t *testing.T) {
		var all sync.WaitGroup
		for range 2 { // each has two of the connections that read
			all.Go(func() {
				rows, err := d.Query(ctx, list)
				if err != nil {
					t.Error(err)
					return
				}
				for rows.Next() {
					if again, err := db.Select[int](ctx, d, list); err != nil || len(again) != 3 {
						t.Error(again, err)
					}
				}
				if err := rows.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	})
	t.Run("OKMany", func(t *testing.T) {
		for n := range 500 { // more than are kept
			var got int
			found, err := d.Row(ctx, []any{&got}, fmt.Sprintf("SELECT %d", n))
			require.NoError(t, err)
			require.True(t, found)
			require.Equal(t, n, got)
		}
		var got int
		_, err := d.Row(ctx, []any{&got}, "SELECT 7"+strings.Repeat(" + 0", 900)+strings.Repeat(" ", 4000))
		require.NoError(t, err)
		require.Equal(t, 7, got)
	})
	t.Run("OKRowsLeft", func(t *testing.T) {
		for range 3 {
			var first int
			found, err := d.Row(ctx, []any{&first}, list) // reads one row of three
			require.NoError(t, err)
			require.True(t, found)
			require.Zero(t, first)
		}
	})
	t.Run("OKChanged", func(t *testing.T) {
		require.Equal(t, []int{0, 1, 2}, numbers(t))
		_, err := d.Exec(ctx, "ALTER TABLE x_numbers ADD COLUMN word text DEFAULT 'x'")
		require.NoError(t, err)
		rows, err := db.Select[struct {
			N    int
			Word string
		}](ctx, d, list)
		require.NoError(t, err)
		require.Len(t, rows, 3)
		require.Equal(t, "x", rows[2].Word)
	})
	t.Run("OKRolledBack", func(t *testing.T) {
		for range 2 {
			require.Error(t, d.Tx(ctx, func(ctx context.Context) error {
				if _, err := d.Exec(ctx, insert, 9); err != nil {
					return err
				}
				return errors.New("back")
			}))
		}
		var n int
		_, err := d.Row(ctx, []any{&n}, "SELECT count(*) FROM x_numbers")
		require.NoError(t, err)
		require.Equal(t, 3, n)
	})
}
