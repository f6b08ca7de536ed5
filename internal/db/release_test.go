package db_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// A release goes on with the database of the next minor release, and with none that is later.
func TestMigrate_Releases(t *testing.T) {
	t.Parallel()
	known := files("SELECT 1;")
	next := files("SELECT 1;", "CREATE TABLE later (id integer PRIMARY KEY);")
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		for _, c := range []struct{ name, older, newer, says string }{
			{name: "the next minor release", older: "1.2.3", newer: "1.3.0"},
			{name: "the next patch", older: "1.2.3", newer: "1.2.4"},
			{name: "a release after its candidate", older: "1.2.3-rc.1", newer: "1.2.3"},
			{name: "two minor releases later", older: "1.2.3", newer: "1.4.0", says: "release 1.4.0 has used it, and this is 1.2.3"},
			{name: "the next major release", older: "1.2.3", newer: "2.0.0", says: "release 2.0.0 has used it"},
			{name: "the same release with other migrations", older: "1.2.3", newer: "1.2.3", says: "migrated by a newer one (0002_step)"},
		} {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				d := open(t, dbtest.Empty(t, dialect))
				require.NoError(t, d.MigrateAs(t.Context(), known, c.older))
				require.NoError(t, d.MigrateAs(t.Context(), next, c.newer))
				for range 2 {
					err := d.MigrateAs(t.Context(), known, c.older)
					if c.says == "" {
						require.NoError(t, err)
						continue
					}
					require.ErrorIs(t, err, db.ErrMigration)
					require.ErrorContains(t, err, c.says)
				}
				require.NoError(t, d.MigrateAs(t.Context(), next, c.newer))
			})
		}
		t.Run("two minor releases later without a migration", func(t *testing.T) {
			t.Parallel()
			d := open(t, dbtest.Empty(t, dialect))
			require.NoError(t, d.MigrateAs(t.Context(), known, "1.4.0"))
			require.ErrorIs(t, d.MigrateAs(t.Context(), known, "1.2.3"), db.ErrMigration)
			require.NoError(t, d.MigrateAs(t.Context(), known, "1.3.0"))
		})
		t.Run("a database without releases, as 0.1.0 leaves it", func(t *testing.T) {
			t.Parallel()
			d := open(t, dbtest.Empty(t, dialect))
			require.NoError(t, d.MigrateAs(t.Context(), next, "1.2.3"))
			_, err := d.Exec(t.Context(), "DROP TABLE x_releases")
			require.NoError(t, err)
			require.ErrorContains(t, d.MigrateAs(t.Context(), known, "1.2.3"), "migrated by a newer one (0002_step)")
			require.NoError(t, d.MigrateAs(t.Context(), next, "1.2.3"))
		})
	})
}
