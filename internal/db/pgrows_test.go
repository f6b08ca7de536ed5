package db_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// A single statement is committed after its rows. If that fails, its first row is none.
func TestRow_CommitFails(t *testing.T) {
	t.Parallel()
	d := open(t, dbtest.Empty(t, db.Postgres))
	_, err := d.Exec(t.Context(), `CREATE TABLE a (id integer);
		CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
		CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON a DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse();`)
	require.NoError(t, err)
	var id int
	_, err = d.Row(t.Context(), []any{&id}, "INSERT INTO a VALUES (1) RETURNING id")
	require.ErrorContains(t, err, "refused")
}

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
