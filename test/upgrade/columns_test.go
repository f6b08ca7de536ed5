package upgrade_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/mod/semver"
)

// column is a column of a table as statements depend on it.
type column struct {
	Table, Name, Type string
	// Required is whether an INSERT must give a value.
	Required bool
}

// allowed are, by release, the CHECKs and unique indexes of its tables that later migrations have
// changed, and why. Those of the newest release are compared with what TestColumns finds.
var allowed = map[string]map[string]string{} //nolint:gochecknoglobals // a table

// TestColumns checks that the newest release could go on with the database after the present
// migrations: its columns are there, with their types, and its INSERTs need no others. Its tables
// have no new CHECK or unique index, which could refuse what it writes, and have lost none, since
// its ON CONFLICT names them. SQLite has one instance, which does not run meanwhile.
func TestColumns(t *testing.T) {
	t.Parallel()
	releases, err := filepath.Glob("[0-9]*.[0-9]*.[0-9]*")
	require.NoError(t, err)
	newest := slices.MaxFunc(releases, func(a, b string) int { return semver.Compare("v"+a, "v"+b) })
	database := restored(t, newest)
	before, rulesBefore := columns(t, database), rules(t, database)
	path, err := program()
	require.NoError(t, err)
	migrate := exec.CommandContext(t.Context(), path, "migrate", "up")
	migrate.Env = append(os.Environ(), "FIRMHUB_DATABASE_URL="+database, "FIRMHUB_DATA_DIR="+t.TempDir())
	printed, err := migrate.CombinedOutput()
	require.NoError(t, err, "%s", printed)
	after, rulesAfter := columns(t, database), rules(t, database)

	had := map[string]bool{}
	for key, was := range before {
		had[was.Table] = true
		now, exists := after[key]
		require.True(t, exists, "%s %s has gone", newest, key)
		require.Equal(t, was.Type, now.Type, key)
		require.True(t, was.Required || !now.Required, "%s has become NOT NULL, and %s leaves it out", key, newest)
	}
	for key, now := range after {
		_, old := before[key]
		require.False(t, !old && now.Required && had[now.Table], "%s is new and has no default, and %s leaves it out", key, newest)
	}

	changed := map[string]string{}
	for key, was := range rulesBefore {
		if now := rulesAfter[key]; now != was {
			changed[key] = "was " + was + ", is " + now
		}
	}
	for key, now := range rulesAfter {
		table, _, _ := strings.Cut(key, ".")
		if rulesBefore[key] == "" && had[table] {
			changed[key] = "is new: " + now
		}
	}
	for key, what := range changed {
		assert.NotEmpty(t, allowed[newest][key], "%s %s: can %s go on with it? Then list it with the reason", key, what, newest)
	}
	require.Len(t, changed, len(allowed[newest]), "a change that is listed for %s is not there", newest)
}

// columns returns the columns of all tables that are no partitions, by table.column.
func columns(t *testing.T, database string) map[string]column {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(t.Context())) }()
	rows, err := conn.Query(t.Context(), `SELECT c.relname AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
			a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS required
		FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped`)
	require.NoError(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowToStructByName[column])
	require.NoError(t, err)
	found := map[string]column{}
	for _, one := range all {
		found[one.Table+"."+one.Name] = one
	}
	return found
}

// rules returns the definitions of the CHECKs and the unique indexes of all tables that are no
// partitions, by table.name.
func rules(t *testing.T, database string) map[string]string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), database)
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(t.Context())) }()
	rows, err := conn.Query(t.Context(), `WITH tables AS (
			SELECT oid, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition)
		SELECT relname || '.' || conname, pg_get_constraintdef(c.oid)
		FROM pg_constraint c JOIN tables ON tables.oid = conrelid WHERE contype = 'c'
		UNION ALL
		SELECT relname || '.' || indexrelid::regclass, pg_get_indexdef(indexrelid)
		FROM pg_index JOIN tables ON tables.oid = indrelid WHERE indisunique`)
	require.NoError(t, err)
	found := map[string]string{}
	var key, definition string
	_, err = pgx.ForEachRow(rows, []any{&key, &definition}, func() error {
		found[key] = definition
		return nil
	})
	require.NoError(t, err)
	require.NotEmpty(t, found)
	return found
}
