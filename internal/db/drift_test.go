package db_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/migrate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/db/drift"
)

func TestDrift_None(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		statements, err := drift.Between(t.Context(), dbtest.URL(t, dialect))
		require.NoError(t, err)
		require.Empty(t, statements, "the schema changed: go run ent/migrate/generate.go name_of_the_change")
	})
}

// A difference is found; and the migration that the generator would write for it undoes it, keeps
// all rows, and loses nothing of ours, not even where SQLite copies the table.
func TestDrift_IsFound(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]map[string]string{
		"column": {
			db.SQLite: "ALTER TABLE tags ADD COLUMN extra text", db.Postgres: "ALTER TABLE tags ADD COLUMN extra text",
		},
		"index": {db.SQLite: "DROP INDEX tag_firm_id_name_key", db.Postgres: "DROP INDEX tag_firm_id_name_key"},
		"foreign key": {
			db.SQLite: `DROP TABLE contact_tags; CREATE TABLE contact_tags (id uuid NOT NULL, created_at datetime NOT NULL,
				updated_at datetime NOT NULL, firm_id uuid NOT NULL, contact_id uuid NOT NULL, tag_id uuid NOT NULL,
				PRIMARY KEY (firm_id, id))`,
			db.Postgres: "ALTER TABLE contact_tags DROP CONSTRAINT contact_tags_tags_tag",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.EachDialect(t, func(t *testing.T, dialect string) {
				url := dbtest.URL(t, dialect)
				d := open(t, url)
				_, ctx := dbtest.Firm(t, d, "Acme")
				b := &bundle{DB: d, ctx: ctx}
				require.NoError(t, b.addTag(ctx, "a"))
				before := objects(t, d)
				_, err := d.Exec(ctx, change[dialect])
				require.NoError(t, err)

				statements, err := drift.Between(ctx, url)
				require.NoError(t, err)
				require.NotEmpty(t, statements)
				require.NoError(t, d.MigrateFiles(ctx, withNext(t, statements)))

				statements, err = drift.Between(ctx, url)
				require.NoError(t, err)
				require.Empty(t, statements)
				require.Equal(t, before, objects(t, d))
				require.Equal(t, []string{"a"}, b.tags(t))
			})
		})
	}
}

// withNext is the migrations and one more.
func withNext(t *testing.T, statements []drift.Statement) fs.FS {
	t.Helper()
	all := fstest.MapFS{}
	count := 0
	require.NoError(t, fs.WalkDir(migrate.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(migrate.Files, path)
		all[path] = &fstest.MapFile{Data: text}
		count++
		return err
	}))
	var text strings.Builder
	for _, statement := range statements {
		fmt.Fprintf(&text, "%s;\n", statement.SQL)
	}
	for _, folder := range []string{"sqlite", "postgres"} {
		all[fmt.Sprintf("%s/%04d_next.sql", folder, count/2+1)] = &fstest.MapFile{Data: []byte(text.String())}
	}
	return all
}

// objects are what the database consists of.
func objects(t *testing.T, d *db.DB) []string {
	t.Helper()
	query := `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
		UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
		UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`
	if d.Dialect() == db.SQLite {
		query = "SELECT type || ' ' || name || ' on ' || tbl_name FROM sqlite_master ORDER BY 1"
	}
	rows, err := d.Query(t.Context(), query)
	require.NoError(t, err)
	defer rows.Close()
	var found []string
	require.NoError(t, entsql.ScanSlice(rows, &found))
	return found
}
