//go:build citus

// make test-citus runs this test.

package db_test

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/migrate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// The migrations since 0.1.0 run on a database that was distributed then, and make of it what a new
// one is.
func TestCitus_Upgrade(t *testing.T) {
	t.Parallel()
	const of010 = 9
	files, err := fs.Glob(migrate.Files, "postgres/*.sql")
	require.NoError(t, err)
	first := fstest.MapFS{}
	for _, name := range files[:of010] {
		text, err := fs.ReadFile(migrate.Files, name)
		require.NoError(t, err)
		first[name] = &fstest.MapFile{Data: text}
	}
	address := dbtest.Cluster(t)
	d := open(t, address)
	require.NoError(t, d.MigrateFiles(t.Context(), first))
	exist, err := db.Select[string](t.Context(), d, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
	require.NoError(t, err)
	of := slices.DeleteFunc(migrate.OfCitus(), func(name string) bool { return !slices.Contains(exist, name) })
	require.NoError(t, d.DistributeTables(t.Context(), of))

	d = open(t, address) // Distribute has changed settings of later connections.
	require.NoError(t, d.Migrate(t.Context()))
	missing, err := d.Undistributed(t.Context())
	require.NoError(t, err)
	require.NotEmpty(t, missing)
	taken, err := d.Distribute(t.Context())
	require.NoError(t, err)
	require.Equal(t, missing, taken)

	fresh := open(t, dbtest.Distributed(t))
	for _, query := range []string{ // of a shard, the name ends in its number
		`SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
			WHERE contype = 'f' AND conname !~ '_[0-9]{6}$' ORDER BY 1`,
		`SELECT concat_ws(' ', tgrelid::regclass, tgname, tgtype, tgattr) FROM pg_trigger
			WHERE NOT tgisinternal AND tgrelid::regclass::text !~ '_[0-9]{6}$' ORDER BY 1`,
		`SELECT logicalrelid::regclass || partmethod::text || repmodel::text FROM pg_dist_partition ORDER BY 1`,
	} {
		want, err := db.Select[string](t.Context(), fresh, query)
		require.NoError(t, err)
		require.NotEmpty(t, want)
		got, err := db.Select[string](t.Context(), d, query)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}
