package job_test

import (
	"strings"
	"testing"

	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// Our migrations make the tables that River's own migrations make. When a new version of River
// brings a migration, this test fails, and ours needs one too.
func TestSchema(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		rivers, err := db.Open(t.Context(), dbtest.Empty(t, dialect))
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, rivers.Close()) })
		if pool, writer := rivers.NativePool(); pool != nil {
			migrator, err := rivermigrate.New(riverpgxv5.New(pool), nil)
			require.NoError(t, err)
			_, err = migrator.Migrate(t.Context(), rivermigrate.DirectionUp, nil)
			require.NoError(t, err)
		} else {
			migrator, err := rivermigrate.New(riversqlite.New(writer), nil)
			require.NoError(t, err)
			_, err = migrator.Migrate(t.Context(), rivermigrate.DirectionUp, nil)
			require.NoError(t, err)
		}
		require.Equal(t, tables(t, rivers), tables(t, dbtest.Open(t, dialect)))
	})
}

// tables describes River's tables: columns, constraints, indexes and functions. It leaves out the
// table of River's own migrations, and firmhub's own objects.
func tables(t *testing.T, d *db.DB) []string {
	t.Helper()
	query := `
		SELECT concat_ws(' ', 'column', table_name, column_name, udt_name, character_maximum_length, is_nullable, column_default) AS o
		FROM information_schema.columns WHERE table_name LIKE 'river%' AND table_name <> 'river_migration'
		UNION ALL SELECT concat_ws(' ', 'table', relname, relpersistence)
		FROM pg_class WHERE relkind = 'r' AND relname LIKE 'river%' AND relname <> 'river_migration'
		UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
		WHERE conrelid::regclass::text LIKE 'river%' AND conrelid::regclass::text <> 'river_migration' AND contype <> 'n'
		UNION ALL SELECT indexdef FROM pg_indexes
		WHERE tablename LIKE 'river%' AND tablename <> 'river_migration' AND indexname NOT LIKE 'x\_%'
		UNION ALL SELECT regexp_replace(pg_get_functiondef(oid), '\s+', ' ', 'g') FROM pg_proc WHERE proname LIKE 'river%'
		UNION ALL SELECT concat_ws(' ', 'enum', enumlabel) FROM pg_enum
		UNION ALL SELECT concat_ws(' ', 'trigger', tgname) FROM pg_trigger
		WHERE NOT tgisinternal AND tgrelid::regclass::text LIKE 'river%' ORDER BY 1`
	if d.Dialect() == db.SQLite {
		query = `
			SELECT 'column ' || m.name || ' ' || c.name || ' ' || lower(c.type) || ' ' || c."notnull" || ' ' || c.pk || ' ' ||
				coalesce(c.dflt_value, '')
			FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name LIKE 'river%' AND m.name <> 'river_migration'
			UNION ALL SELECT sql FROM sqlite_master
			WHERE type = 'index' AND tbl_name LIKE 'river%' AND tbl_name <> 'river_migration' AND name NOT LIKE 'x\_%' ESCAPE '\' AND sql <> ''
			ORDER BY 1`
	}
	found, err := db.All[string](dbtest.SQL(t.Context(), d), query)
	require.NoError(t, err)
	require.NotEmpty(t, found)
	for i, text := range found {
		found[i] = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), `"river_job"`, "river_job")
	}
	return found
}
