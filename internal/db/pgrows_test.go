package db_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// The connection of a result without rows is another query's at once.
func TestColumnsOfNoRows(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		none, err := d.Query(t.Context(), "SELECT 1 AS a WHERE 1 = 0")
		require.NoError(t, err)
		defer func() { require.NoError(t, none.Close()) }()
		other, err := d.Query(t.Context(), "SELECT 1 AS b, 2 AS c")
		require.NoError(t, err)
		defer func() { require.NoError(t, other.Close()) }()
		columns, err := none.Columns()
		require.NoError(t, err)
		require.Equal(t, []string{"a"}, columns)
		columns, err = other.Columns()
		require.NoError(t, err)
		require.Equal(t, []string{"b", "c"}, columns)
		require.False(t, none.Next())
		require.NoError(t, none.Err())
	})
}
