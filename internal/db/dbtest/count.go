package dbtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
)

// Count returns the number of rows of a table, of all firms: for tables that ent has no code for.
func Count(t testing.TB, d *db.DB, table string) int {
	t.Helper()
	count, err := db.All[int](SQL(t.Context(), d), "SELECT count(*) FROM "+table)
	require.NoError(t, err)
	return count[0]
}
