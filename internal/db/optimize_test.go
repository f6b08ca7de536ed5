package db_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// The database knows how many rows a table has.
func TestOptimize(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		known := "SELECT CAST(reltuples AS bigint) FROM pg_class WHERE relname = 'firms'"
		if d.Dialect() == db.SQLite {
			known = "SELECT max(CAST(stat AS integer)) FROM sqlite_stat1 WHERE tbl = 'firms'"
		}
		require.NoError(t, d.Optimize(ctx, "firms", "contacts"))
		rows, err := db.Select[int](ctx, d, known)
		require.NoError(t, err)
		require.NotEmpty(t, rows)
		require.Equal(t, 1, rows[0])
	})
}
