package dbcopy_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/big"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/backup"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbcopy"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// oddTable is a table that a later migration could add, with values that are easily changed by a
// copy.
var oddTable = map[string]string{
	db.SQLite: `CREATE TABLE odd (id uuid PRIMARY KEY, parent uuid REFERENCES firms (id), txt TEXT, big INTEGER, flag bool, raw BLOB, at datetime, doc json)`,
	db.Postgres: `CREATE TABLE odd (id uuid PRIMARY KEY, parent uuid REFERENCES firms (id), txt text, big bigint, flag boolean, raw bytea, at timestamptz,
		doc jsonb)`,
}

var oddRows = []string{
	`('00000000-0000-0000-0000-000000000000', NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
	`('ffffffff-ffff-ffff-ffff-ffffffffffff', NULL, '', 0, 0, x'', '0001-01-01 00:00:00+00:00', 'null')`,
	`('00000000-0000-0000-0000-000000000001', NULL, 'Zoë 東京 👩‍👩‍👧 ` + "\u200b\u202e" + ` a''b\"c	d', 9223372036854775807, 1, x'00ff00', '2026-03-29 02:30:00.123456+05:30',
		'{"z":123456789012345678901234567890.12345,"a":[1e40,-7,"\u00e9\ud83d\ude00"],"":null}')`,
	`('00000000-0000-0000-0000-000000000002', NULL, 'line` + "\n" + `\N \. end', -9223372036854775808, 1, x'5c4e', '9999-12-31 23:59:59.999999+00:00', '[]')`,
	`('00000000-0000-0000-0000-000000000003', NULL, '\', -1, 0, x'0a', '2026-01-01 00:00:00.000001-12:00', '"text"')`,
}

const jobRows = `INSERT INTO river_job (id, args, attempt, attempted_at, attempted_by, errors, finalized_at, kind, metadata, state, tags, unique_key, unique_states)
	VALUES (90001, jsonb('{"firm":"x","n":1.50}'), 2, '2026-01-01 00:00:00.123', jsonb('["a b","\"c\",{d}"]'), jsonb('[{"at":"2026-01-01T00:00:00Z","error":"no, \"x\""}]'),
		'2026-01-02 00:00:00', 'of.tests', jsonb('{"told":true}'), 'discarded', jsonb('["one","two,three"]'), x'00ff', 245),
	(90002, jsonb('{}'), 0, NULL, NULL, NULL, NULL, 'of.tests', jsonb('{}'), 'available', jsonb('[]'), NULL, NULL)`

// filled returns the settings of an installation with the demo and odd values.
func filled(t *testing.T) config.Config {
	t.Helper()
	settings := app.Config{Basics: app.Basics{DataDir: t.TempDir(), DatabaseURL: dbtest.URL(t, db.SQLite), Log: "error"}}
	worker, err := app.OpenWorker(t.Context(), settings)
	require.NoError(t, err)
	_, err = demo.Firms(t.Context(), worker.DB, func(context.Context, string) (string, error) { return "hash", nil })
	require.NoError(t, err)
	require.NoError(t, demo.Samples(t.Context(), worker.DB, worker.Files, worker.Imports))
	require.NoError(t, worker.Close())
	file := open(t, settings.DatabaseURL)
	run(t, file, oddTable[db.SQLite], "INSERT INTO odd VALUES "+strings.Join(oddRows, ", "), jobRows,
		"UPDATE odd SET parent = (SELECT max(id) FROM firms) WHERE txt = ''")
	require.NoError(t, file.Close())
	return settings
}

// open opens an SQLite file without what firmhub does.
func open(t *testing.T, address string) *sql.DB {
	t.Helper()
	path, ok := db.SQLitePath(address)
	require.True(t, ok)
	file, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(10000)")
	require.NoError(t, err)
	return file
}

func run(t *testing.T, file *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		_, err := file.ExecContext(t.Context(), statement)
		require.NoError(t, err, statement)
	}
}

// migrated returns the URL of a migrated database with the odd table.
func migrated(t *testing.T, dialect string) string {
	t.Helper()
	address := dbtest.URL(t, dialect)
	runOn(t, address, oddTable[dialect])
	return address
}

func runOn(t *testing.T, address string, statements ...string) {
	t.Helper()
	if _, isFile := db.SQLitePath(address); isFile {
		file := open(t, address)
		run(t, file, statements...)
		require.NoError(t, file.Close())
		return
	}
	conn := connected(t, address)
	for _, statement := range statements {
		_, err := conn.Exec(t.Context(), statement)
		require.NoError(t, err, statement)
	}
	require.NoError(t, conn.Close(t.Context()))
}

// connected returns a connection for a URL that may have parameters of a pool.
func connected(t *testing.T, address string) *pgx.Conn {
	t.Helper()
	pool, err := pgxpool.ParseConfig(address)
	require.NoError(t, err)
	conn, err := pgx.ConnectConfig(t.Context(), pool.ConnConfig)
	require.NoError(t, err)
	return conn
}

func number(t *testing.T, address, query string) (n int64) {
	t.Helper()
	if _, isFile := db.SQLitePath(address); isFile {
		file := open(t, address)
		require.NoError(t, file.QueryRowContext(t.Context(), query).Scan(&n))
		require.NoError(t, file.Close())
		return n
	}
	conn := connected(t, address)
	require.NoError(t, conn.QueryRow(t.Context(), query).Scan(&n))
	require.NoError(t, conn.Close(t.Context()))
	return n
}

// everything returns all values of the tables of an SQLite file, as SQLite writes them, by table.
// Equal times and equal JSON are equal texts.
func everything(t *testing.T, address string) map[string][]string {
	t.Helper()
	file := open(t, address)
	defer func() { require.NoError(t, file.Close()) }()
	all := map[string][]string{}
	for _, table := range column(t, file, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
		AND name NOT LIKE 'x_contact_%' AND name NOT IN ('x_migrations', 'x_firm_numbers', 'river_leader')`) {
		var parts []string
		for _, described := range column(t, file, "SELECT type || ' ' || name FROM pragma_table_info('"+table+"') ORDER BY name") {
			kind, name, _ := strings.Cut(described, " ")
			switch {
			case kind == "json":
				name = "'json ' || CAST(" + name + " AS TEXT)"
			case strings.HasPrefix(table, "river_") && strings.EqualFold(kind, "blob") && name != "unique_key":
				name = "'json ' || json(" + name + ")"
			case kind == "datetime" || kind == "timestamp":
				name = "'time ' || " + name
			default:
				name = "quote(" + name + ")"
			}
			parts = append(parts, "coalesce("+name+", 'NULL')")
		}
		values := column(t, file, "SELECT "+strings.Join(parts, " || char(1) || ")+" FROM "+table)
		for i, row := range values {
			fields := strings.Split(row, "\x01")
			for k, field := range fields {
				fields[k] = plain(t, field)
			}
			values[i] = strings.Join(fields, "\n")
		}
		slices.Sort(values) // PostgreSQL has other texts of JSON
		all[table] = values
	}
	return all
}

// plain returns one form of equal times and of equal JSON.
func plain(t *testing.T, field string) string {
	t.Helper()
	if raw, isJSON := strings.CutPrefix(field, "json "); isJSON {
		decoder := json.NewDecoder(strings.NewReader(raw))
		decoder.UseNumber()
		var value any
		require.NoError(t, decoder.Decode(&value), raw)
		return fmt.Sprint(exact(value))
	}
	raw, isTime := strings.CutPrefix(field, "time ")
	if !isTime {
		return field
	}
	for _, layout := range []string{"2006-01-02 15:04:05.999999999-07:00", "2006-01-02 15:04:05.999999999"} {
		if at, err := time.Parse(layout, raw); err == nil {
			return at.UTC().Truncate(time.Microsecond).String()
		}
	}
	t.Errorf("not a time: %s", raw)
	return ""
}

// exact returns JSON with its numbers as fractions.
func exact(value any) any {
	switch v := value.(type) {
	case json.Number:
		fraction, ok := new(big.Rat).SetString(v.String())
		if !ok {
			return v
		}
		return fraction.RatString()
	case []any:
		for i := range v {
			v[i] = exact(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = exact(v[name])
		}
	}
	return value
}

func column(t *testing.T, file *sql.DB, query string) (all []string) {
	t.Helper()
	rows, err := file.QueryContext(t.Context(), query)
	require.NoError(t, err, query)
	defer func() { require.NoError(t, rows.Close()) }()
	for rows.Next() {
		var one string
		require.NoError(t, rows.Scan(&one), query)
		all = append(all, one)
	}
	require.NoError(t, rows.Err())
	return all
}

func ignored(dbcopy.Count) {}

// All values come back, and what the database computes from them is the same.
func TestCopy(t *testing.T) {
	t.Parallel()
	from := filled(t)
	before := everything(t, from.DatabaseURL)
	postgres, back := from, from
	postgres.DatabaseURL, back.DatabaseURL = migrated(t, db.Postgres), migrated(t, db.SQLite)

	counts := map[string]int64{}
	require.NoError(t, dbcopy.Copy(t.Context(), from.DatabaseURL, postgres.DatabaseURL, func(c dbcopy.Count) { counts[c.Table] = c.Rows }))
	require.NoError(t, dbcopy.Copy(t.Context(), postgres.DatabaseURL, back.DatabaseURL, ignored))
	after := everything(t, back.DatabaseURL)
	for table, rows := range before {
		require.Equal(t, rows, after[table], table)
		require.Equal(t, int64(len(rows)), counts[table], table)
	}
	require.Len(t, after, len(before))

	for _, settings := range []config.Config{from, postgres, back} {
		verified, err := backup.Verify(t.Context(), settings)
		require.NoError(t, err)
		require.Zero(t, verified.Faults)
		require.NotZero(t, verified.WalletEntries)
	}
	// The next job has a number of its own.
	require.Equal(t, int64(90003), number(t, postgres.DatabaseURL, "SELECT nextval('river_job_id_seq')"))
	require.Zero(t, number(t, postgres.DatabaseURL, "SELECT count(*) FROM pg_trigger WHERE tgenabled = 'D'"), "all triggers are on")

	file := open(t, back.DatabaseURL)
	defer func() { require.NoError(t, file.Close()) }()
	original := open(t, from.DatabaseURL)
	defer func() { require.NoError(t, original.Close()) }()
	const triggers = "SELECT name || sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
	require.Equal(t, column(t, original, triggers), column(t, file, triggers))
	const found = "SELECT id || is_active || marks || search FROM x_contact_texts ORDER BY id"
	require.Equal(t, column(t, original, found), column(t, file, found), "contacts are searched in the texts")
	run(t, file, "INSERT INTO x_contact_words (x_contact_words) VALUES ('integrity-check')")
}

// Both ends use the primary, where the URL names a standby first.
func TestCopy_standby(t *testing.T) {
	t.Parallel()
	postgres := dbtest.BehindStandby(t, dbtest.URL(t, db.Postgres))
	require.NoError(t, dbcopy.Copy(t.Context(), dbtest.URL(t, db.SQLite), postgres, ignored))
	require.NoError(t, dbcopy.Copy(t.Context(), postgres, "sqlite://"+filepath.Join(t.TempDir(), "copy.db"), ignored))
}

// Time limits of the role or of the URL do not end the copy.
func TestCopy_timeLimits(t *testing.T) {
	t.Parallel()
	postgres := dbtest.URL(t, db.Postgres)
	limited, err := url.Parse(postgres)
	require.NoError(t, err)
	query := limited.Query()
	query.Set("statement_timeout", "3s")
	limited.RawQuery = query.Encode()
	writer := connected(t, postgres)
	_, err = writer.Exec(t.Context(), "BEGIN; LOCK TABLE tags IN ROW EXCLUSIVE MODE")
	require.NoError(t, err)
	var writing sync.WaitGroup
	writing.Go(func() {
		if _, err := writer.Exec(t.Context(), "SELECT pg_sleep(5); ROLLBACK"); err != nil {
			t.Error(err)
		}
	})
	require.NoError(t, dbcopy.Copy(t.Context(), dbtest.URL(t, db.SQLite), limited.String(), ignored), "it waits for the writer")
	writing.Wait()
	require.NoError(t, writer.Close(t.Context()))
}

func TestCopy_refusals(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "other.db")
	source := dbtest.URL(t, db.SQLite)
	refuses := func(name, reason string, urls func(t *testing.T) (from, to string)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			from, to := urls(t)
			require.ErrorContains(t, dbcopy.Copy(t.Context(), from, to, ignored), reason)
		})
	}
	refuses("Same", "name the same database", func(*testing.T) (string, string) { return source, source })
	refuses("SQLite", "both databases are SQLite", func(*testing.T) (string, string) { return source, "sqlite://" + path })
	refuses("PostgreSQL", "both databases are PostgreSQL", func(*testing.T) (string, string) { return "postgres://a/b", "postgres://c/d" })
	refuses("Missing", "no such file", func(t *testing.T) (string, string) {
		t.Helper()
		return "sqlite://" + t.TempDir() + "/none.db", dbtest.Empty(t, db.Postgres)
	})
	refuses("NotEmpty", "the target is not empty: the table firm_names has rows", func(t *testing.T) (string, string) {
		t.Helper()
		to := dbtest.URL(t, db.Postgres)
		d, err := db.Open(t.Context(), to)
		require.NoError(t, err)
		dbtest.Firm(t, d, "Target")
		require.NoError(t, d.Close())
		return source, to
	})
	const forget = "DELETE FROM x_migrations WHERE version = (SELECT max(version) FROM x_migrations)"
	const later = "INSERT INTO x_migrations SELECT version + 1000, 'later', 'x', applied_at FROM x_migrations WHERE version = 1"
	for _, dialects := range [][2]string{{db.SQLite, db.Postgres}, {db.Postgres, db.SQLite}} {
		for name, change := range map[string]struct {
			at              int
			statement, says string
		}{
			"SourceOlder": {0, forget, "the source is older"}, "SourceNewer": {0, later, "newer"},
			"TargetOlder": {1, forget, "the target is older"}, "TargetNewer": {1, later, "newer"},
			"OtherTables": {1, "DROP TABLE x_migrations", "the target is older than this program, or has tables of something else"},
		} {
			refuses(name+"/"+dialects[0], change.says, func(t *testing.T) (string, string) {
				t.Helper()
				urls := [2]string{dbtest.URL(t, dialects[0]), dbtest.URL(t, dialects[1])}
				runOn(t, urls[change.at], change.statement)
				return urls[0], urls[1]
			})
		}
		refuses("OnlyAtSource/"+dialects[0], "the table odd is only in", func(t *testing.T) (string, string) {
			t.Helper()
			return migrated(t, dialects[0]), dbtest.URL(t, dialects[1])
		})
		refuses("OnlyAtTarget/"+dialects[0], "the table odd is only in", func(t *testing.T) (string, string) {
			t.Helper()
			return dbtest.URL(t, dialects[0]), migrated(t, dialects[1])
		})
	}
	refuses("UnknownType", `is "real" in SQLite and "double precision" in PostgreSQL`, func(t *testing.T) (string, string) {
		t.Helper()
		from, to := dbtest.URL(t, db.SQLite), dbtest.URL(t, db.Postgres)
		runOn(t, from, "CREATE TABLE unknown (value real)")
		runOn(t, to, "CREATE TABLE unknown (value float8)")
		return from, to
	})
	refuses("InUse", "does a server use it", func(t *testing.T) (string, string) {
		t.Helper()
		to := dbtest.URL(t, db.SQLite)
		d, err := db.Open(t.Context(), to)
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, d.Close()) })
		return dbtest.URL(t, db.Postgres), to
	})
}

// After a failure the target is empty, and the copy can be made again.
func TestCopy_failure(t *testing.T) {
	t.Parallel()
	from, postgres := dbtest.URL(t, db.SQLite), migrated(t, db.Postgres)
	d, err := db.Open(t.Context(), from)
	require.NoError(t, err)
	dbtest.Firm(t, d, "Firm")
	require.NoError(t, d.Close())
	const bad = `INSERT INTO odd (id, txt) VALUES ('00000000-0000-0000-0000-000000000009', 'a' || char(0) || 'b')`
	runOn(t, from, oddTable[db.SQLite], bad)
	require.ErrorContains(t, dbcopy.Copy(t.Context(), from, postgres, ignored), "copy the table odd")
	require.Zero(t, number(t, postgres, "SELECT count(*) FROM firms"))
	require.Equal(t, int64(1), number(t, postgres, "SELECT count(*) FROM pricing_plans"), "what migrations inserted is still there")
	require.Zero(t, number(t, postgres, "SELECT count(*) FROM pg_trigger WHERE tgenabled = 'D'"))
	runOn(t, from, "UPDATE odd SET txt = 'ab'")
	require.NoError(t, dbcopy.Copy(t.Context(), from, postgres, ignored))

	// SQLite has a check that the source does not have.
	back := dbtest.URL(t, db.SQLite)
	runOn(t, back, strings.Replace(oddTable[db.SQLite], "txt TEXT", "txt TEXT CHECK (txt <> 'ab')", 1))
	require.ErrorContains(t, dbcopy.Copy(t.Context(), postgres, back, ignored), "copy the table odd")
	require.Zero(t, number(t, back, "SELECT count(*) FROM firms"))
	require.NotZero(t, number(t, back, "SELECT count(*) FROM sqlite_master WHERE name = 'x_policy_roles_insert'"))

	// A reference to nothing, which a file can have.
	broken := dbtest.URL(t, db.SQLite)
	runOn(t, broken, "PRAGMA foreign_keys = off", oddTable[db.SQLite],
		`INSERT INTO odd (id, parent) VALUES ('00000000-0000-0000-0000-000000000009', '00000000-0000-0000-0000-000000000009')`)
	other := migrated(t, db.Postgres)
	require.ErrorContains(t, dbcopy.Copy(t.Context(), broken, other, ignored), "foreign key")
	require.Zero(t, number(t, other, "SELECT count(*) FROM odd"))
}

// The tables that only SQLite has are filled by triggers. Another one has to be thought of here.
func TestCopy_derivedTables(t *testing.T) {
	t.Parallel()
	file := open(t, dbtest.URL(t, db.SQLite))
	defer func() { require.NoError(t, file.Close()) }()
	conn := connected(t, dbtest.URL(t, db.Postgres))
	defer func() { require.NoError(t, conn.Close(t.Context())) }()
	var only []string
	for _, table := range column(t, file, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name") {
		var exists bool
		require.NoError(t, conn.QueryRow(t.Context(), "SELECT to_regclass($1) IS NOT NULL", table).Scan(&exists))
		if !exists {
			only = append(only, table)
		}
	}
	require.Equal(t, []string{
		"x_contact_texts", "x_contact_words", "x_contact_words_config", "x_contact_words_data", "x_contact_words_idx", "x_firm_numbers",
	}, only)
}
