package dbtest_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// A statement that names no firm is found, one that does is not.
func TestPartitioned(t *testing.T) {
	t.Parallel()
	url, plans := dbtest.Partitioned(t)
	d, err := db.Open(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	run := func(query string, args ...any) {
		rows, err := dbtest.SQL(t.Context(), d).Query(query, args...)
		require.NoError(t, err)
		for rows.Next() {
		}
		require.NoError(t, rows.Close())
	}
	run("SELECT id FROM contacts WHERE firm_id = $1 AND id = $2", uuid.New(), uuid.New())
	require.Empty(t, plans.Across())
	require.Positive(t, plans.Count())
	run("SELECT id FROM contacts WHERE id = $1", uuid.New())
	require.Equal(t, []string{"SELECT id FROM contacts WHERE id = $1"}, plans.Across())
	run("UPDATE tags SET name = 'a' WHERE id = $1", uuid.New())
	require.Len(t, plans.Across(), 2)
}
