package db_test

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

func open(t *testing.T, url string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), url)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

func TestMigrate_OK(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		d := open(t, dbtest.Empty(t, dialect))
		before, err := d.Migrations(t.Context())
		require.NoError(t, err)
		require.NotEmpty(t, before)
		for i, step := range before {
			require.Equal(t, i+1, step.Version)
			require.Nil(t, step.AppliedAt)
		}
		for range 2 {
			require.NoError(t, d.Migrate(t.Context()))
			after, err := d.Migrations(t.Context())
			require.NoError(t, err)
			require.Len(t, after, len(before))
			for _, step := range after {
				require.NotNil(t, step.AppliedAt)
			}
		}
	})
}

// Both databases take the same steps.
func TestStatus(t *testing.T) {
	t.Parallel()
	applied := func(t *testing.T, url string) (count, all int) {
		t.Helper()
		steps, err := db.Status(t.Context(), url)
		require.NoError(t, err)
		for _, step := range steps {
			if step.AppliedAt != nil {
				count++
			}
		}
		return count, len(steps)
	}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		dbtest.EachDialect(t, func(t *testing.T, dialect string) {
			count, all := applied(t, dbtest.URL(t, dialect))
			require.Equal(t, all, count)
			require.Positive(t, all)
		})
	})
	t.Run("no file", func(t *testing.T) {
		t.Parallel()
		folder := filepath.Join(t.TempDir(), "data")
		count, all := applied(t, "sqlite://"+folder+"/firmhub.db")
		require.Zero(t, count)
		require.Positive(t, all)
		require.NoDirExists(t, folder)
	})
	t.Run("an empty file stays one", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "firmhub.db")
		require.NoError(t, os.WriteFile(file, nil, 0o600))
		count, _ := applied(t, "sqlite://"+file)
		require.Zero(t, count)
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Empty(t, text)
	})
	t.Run("beside a server that works", func(t *testing.T) {
		t.Parallel()
		url := dbtest.URL(t, db.SQLite)
		d, err := db.Open(t.Context(), url)
		require.NoError(t, err)
		_, err = d.Exec(t.Context(), "DELETE FROM tags")
		require.NoError(t, err)
		count, all := applied(t, url)
		require.Equal(t, all, count)
		require.NoError(t, d.Close())
	})
	t.Run("refused", func(t *testing.T) {
		t.Parallel()
		for _, url := range []string{"", "sqlite://", "sqlite://a.db?x=1", "mysql://x", "postgres://localhost:port/x"} {
			_, err := db.Status(t.Context(), url)
			require.ErrorAs(t, err, new(*db.URLError), url)
		}
	})
}

func TestMigrate_SameStepsOnBoth(t *testing.T) {
	t.Parallel()
	names := func(dialect string) (names []string) {
		steps, err := dbtest.Open(t, dialect).Migrations(t.Context())
		require.NoError(t, err)
		for _, step := range steps {
			names = append(names, step.Name)
		}
		return names
	}
	require.Equal(t, names(db.SQLite), names(db.Postgres))
}

func TestMigrate_ManyStartsAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		const starts = 24
		url := dbtest.Empty(t, dialect)
		begin := make(chan struct{})
		var wait sync.WaitGroup
		for range starts {
			wait.Go(func() {
				<-begin
				d, err := db.Open(t.Context(), url)
				if err != nil {
					t.Error(err)
					return
				}
				if err := d.Migrate(t.Context()); err != nil {
					t.Error(err)
				}
				if err := d.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		close(begin)
		wait.Wait()
	})
}

func TestMigrate_Refused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ done, says string }{
		"changed file": {"UPDATE x_migrations SET checksum = 'other' WHERE version = 1", "0001_tables was another text"},
		"newer database": {
			"INSERT INTO x_migrations SELECT 9999, 'future', 'x', applied_at FROM x_migrations WHERE version = 1",
			"newer one (9999_future)",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				_, err := d.Exec(t.Context(), c.done)
				require.NoError(t, err)
				err = d.Migrate(t.Context())
				require.ErrorIs(t, err, db.ErrMigration)
				require.ErrorContains(t, err, c.says)
				_, err = d.Migrations(t.Context())
				require.ErrorIs(t, err, db.ErrMigration)
			})
		})
	}
}

// files are migrations for both databases.
func files(texts ...string) fstest.MapFS {
	all := fstest.MapFS{}
	for i, text := range texts {
		name := string(rune('1'+i)) + "_step.sql"
		all["sqlite/000"+name] = &fstest.MapFile{Data: []byte(text)}
		all["postgres/000"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func TestMigrate_StepFails(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		d := open(t, dbtest.Empty(t, dialect))
		const good = "CREATE TABLE a (id integer PRIMARY KEY);"
		err := d.MigrateFiles(t.Context(), files(good, "CREATE TABLE b (id integer); SELECT no_such_column FROM a;"))
		require.ErrorContains(t, err, "0002_step")
		// The first step stands, of the second there is nothing, and it can be put right.
		require.NoError(t, d.MigrateFiles(t.Context(), files(good, "CREATE TABLE b (id integer);")))
	})
}

func TestMigrate_Gap(t *testing.T) {
	t.Parallel()
	d := open(t, dbtest.Empty(t, db.SQLite))
	gap := files("SELECT 1;", "SELECT 1;")
	delete(gap, "sqlite/0001_step.sql")
	require.ErrorContains(t, d.MigrateFiles(t.Context(), gap), "should have number 0001")
}

const family = `CREATE TABLE parents (id integer PRIMARY KEY);
	CREATE TABLE children (id integer PRIMARY KEY, parent integer REFERENCES parents (id) ON DELETE CASCADE);
	CREATE TRIGGER x_parents AFTER INSERT ON children BEGIN SELECT 1 FROM parents; END;
	INSERT INTO parents VALUES (1); INSERT INTO children VALUES (1, 1);`

// SQLite changes a table by replacing it with a copy. That must not delete the children.
func TestMigrate_RebuildKeepsChildren(t *testing.T) {
	t.Parallel()
	d := open(t, dbtest.Empty(t, db.SQLite))
	require.NoError(t, d.MigrateFiles(t.Context(), files(family, "SELECT 1;")))

	broken := files(family, "SELECT 1;", rebuildFrom(" WHERE false"))
	require.ErrorContains(t, d.MigrateFiles(t.Context(), broken), "breaks references: children to parents")
	require.NoError(t, d.MigrateFiles(t.Context(), files(family, "SELECT 1;", rebuildFrom(""))))

	rows, err := d.Query(t.Context(), "SELECT parent FROM children")
	require.NoError(t, err)
	defer rows.Close()
	var parents []int
	require.NoError(t, entsql.ScanSlice(rows, &parents))
	require.Equal(t, []int{1}, parents)

	_, err = d.Exec(t.Context(), "INSERT INTO children VALUES (2, 2)")
	require.True(t, db.IsForeignKey(err), "foreign keys are on again")
}

func rebuildFrom(condition string) string {
	return "CREATE TABLE new_parents (id integer PRIMARY KEY, name text);" +
		"INSERT INTO new_parents (id) SELECT id FROM parents" + condition + ";" +
		"DROP TABLE parents; ALTER TABLE new_parents RENAME TO parents;"
}
