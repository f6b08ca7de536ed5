package db_test

import (
	"context"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// read reads a table in a transaction that lasts until the returned function is called, as a backup
// does.
func read(t *testing.T, d *db.DB, table string) (end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	reads, done := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(done)
		_ = d.Tx(ctx, func(ctx context.Context) error { // It ends with its context.
			_, err := d.Exec(ctx, "LOCK TABLE "+table+" IN ACCESS SHARE MODE")
			reads <- err
			<-ctx.Done()
			return ctx.Err()
		})
	}()
	require.NoError(t, <-reads)
	return func() { cancel(); <-done }
}

// While others read a table for long, a migration that changes it lets later statements pass, and
// other instances wait.
func TestMigrate_LongReader(t *testing.T) {
	t.Parallel()
	address := dbtest.Empty(t, db.Postgres)
	d, other := open(t, address), open(t, address)
	const first = "CREATE TABLE a (id integer PRIMARY KEY);"
	steps := files(first, "CREATE TABLE b (id integer); ALTER TABLE a ADD COLUMN name text;")
	require.NoError(t, d.MigrateFiles(t.Context(), files(first)))
	end := read(t, d, "a")
	var instances sync.WaitGroup
	for _, instance := range []*db.DB{d, other} {
		instances.Go(func() {
			if err := instance.MigrateWaiting(t.Context(), steps, time.Second, time.Second); err != nil {
				t.Error(err)
			}
		})
	}
	waits := func(of string) func() bool {
		return func() bool {
			var found int
			ok, err := d.Row(t.Context(), []any{&found}, `SELECT count(*)::int FROM pg_locks
				WHERE NOT granted AND locktype = $1 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`, of)
			return err == nil && ok && found == 1
		}
	}
	for range 3 {
		require.Eventually(t, waits("relation"), time.Minute, time.Millisecond)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		_, err := d.Exec(ctx, "INSERT INTO a SELECT 1 + count(*) FROM a")
		cancel()
		require.NoError(t, err, "it passes while the table is read")
		require.Eventually(t, waits("advisory"), time.Minute, time.Millisecond, "one instance tries at a time")
	}
	end()
	instances.Wait()
	names, err := db.Select[string](t.Context(), d, "SELECT coalesce(name, 'none') FROM a")
	require.NoError(t, err)
	require.Len(t, names, 3)
}

// Time limits of the role or of the URL end no migration, and no wait for another instance.
func TestMigrate_TimeLimits(t *testing.T) {
	t.Parallel()
	parsed, err := url.Parse(dbtest.Empty(t, db.Postgres))
	require.NoError(t, err)
	query := parsed.Query()
	for _, name := range []string{"statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"} {
		query.Set(name, "3s")
	}
	parsed.RawQuery = query.Encode()
	steps := files("SELECT pg_sleep(5);")
	var instances sync.WaitGroup
	for range 2 {
		d := open(t, parsed.String())
		instances.Go(func() {
			if err := d.MigrateFiles(t.Context(), steps); err != nil {
				t.Error(err)
			}
		})
	}
	instances.Wait()
}

// A row that referred to none before is no fault of a migration, and is named once for all of its
// table.
func TestMigrate_BrokenBefore(t *testing.T) {
	t.Parallel()
	d := open(t, dbtest.Empty(t, db.SQLite))
	const broken = "INSERT INTO children VALUES (2, 7), (3, 8);" // foreign keys are off
	require.NoError(t, d.MigrateFiles(t.Context(), files(family)))
	_, err := d.Exec(t.Context(), "PRAGMA foreign_keys=off; "+broken+" PRAGMA foreign_keys=on")
	require.NoError(t, err)
	require.NoError(t, d.MigrateFiles(t.Context(), files(family)), "nothing is pending")
	err = d.MigrateFiles(t.Context(), files(family, "SELECT 1;", "SELECT 2;"))
	require.EqualError(t, err, "db: before migration 0002_step the database has rows that refer to none, "+
		"which PRAGMA foreign_key_check lists: children to parents")

	// The last step of several tells what they have broken.
	d = open(t, dbtest.Empty(t, db.SQLite))
	require.ErrorContains(t, d.MigrateFiles(t.Context(), files(family, broken, "SELECT 1;")),
		"migration 0003_step, or one before it, breaks references: children to parents")
}

// SQLite sorts the rows of a new index in a file. Everything else has its temporary data in memory.
func TestMigrate_SortsInFile(t *testing.T) {
	t.Parallel()
	d := open(t, dbtest.Empty(t, db.SQLite))
	require.NoError(t, d.MigrateFiles(t.Context(), files("CREATE TABLE seen AS SELECT temp_store FROM pragma_temp_store;")))
	const inFile, inMemory = 1, 2
	during, err := db.Select[int](t.Context(), d, "SELECT temp_store FROM seen")
	require.NoError(t, err)
	require.Equal(t, []int{inFile}, during)
	after, err := db.Select[int](t.Context(), d, "/* on the writer */ SELECT temp_store FROM pragma_temp_store")
	require.NoError(t, err)
	require.Equal(t, []int{inMemory}, after)
}
