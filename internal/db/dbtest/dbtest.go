// Package dbtest provides tests with real databases. Each test has its own empty, migrated
// database, on SQLite and on PostgreSQL. It is a copy of a template that is migrated once, so that
// one costs milliseconds.
//
// PostgreSQL is the server in FIRMHUB_TEST_POSTGRES, by TCP and without TLS, with an account that
// may create databases. Without it tests fail; they do not skip. Only
// FIRMHUB_TEST_DATABASES=sqlite, which make test-fast sets and make test unsets, skips whatever
// needs PostgreSQL.
package dbtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"io/fs"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	_ "pgregory.net/rapid" // registers its flags before init sets one

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/migrate"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app/version"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/viewer"
)

// init makes property tests draw fewer random cases than usual, unless FIRMHUB_TEST_LONG is set or
// the flag is given: with a database, each case is many statements.
func init() { //nolint:gochecknoinits // A flag has to be set before it is parsed.
	if os.Getenv("FIRMHUB_TEST_LONG") != "" {
		return
	}
	if err := flag.Set("rapid.checks", "25"); err != nil {
		panic(err)
	}
}

// Each runs the test on both databases, as parallel sub-tests named sqlite and postgres.
func Each(t *testing.T, test func(t *testing.T, d *db.DB)) {
	t.Helper()
	EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		test(t, Open(t, dialect))
	})
}

// EachDialect does the same as [Each] for tests that open their databases themselves, by [Open] or
// [URL].
func EachDialect(t *testing.T, test func(t *testing.T, dialect string)) {
	t.Helper()
	dialects := map[string]string{"sqlite": db.SQLite, "postgres": db.Postgres}
	if onlySQLite(t) {
		delete(dialects, "postgres")
	}
	if isCitus() {
		delete(dialects, "sqlite")
	}
	for name, dialect := range dialects {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, dialect)
		})
	}
}

// Open returns a new migrated database of the dialect. It is deleted at the end of the test.
func Open(t testing.TB, dialect string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), URL(t, dialect))
	require.NoError(t, err)
	d.UsePseudonyms([]byte("the key of erased addresses"))
	t.Cleanup(func() { require.NoError(t, d.Close()) })
	return d
}

// URL returns the URL of a new migrated database of the dialect, for db.Open or to start a server
// on. It is deleted at the end of the test. The test fails when it runs a statement on PostgreSQL
// that Citus refuses; see [CitusFaults].
func URL(t testing.TB, dialect string) string {
	t.Helper()
	if dialect == db.SQLite {
		return sqliteCopy(t)
	}
	switch {
	case isCitus():
		return Distributed(t)
	case isPartitioned():
		return partitionedURL(t)
	}
	return watched(t, postgresCopy(t))
}

// Empty returns the [URL] of a database without tables, for tests of migrations.
func Empty(t testing.TB, dialect string) string {
	t.Helper()
	if dialect == db.SQLite {
		return "sqlite://" + t.TempDir() + "/test.db"
	}
	return postgresDatabase(t, "template0")
}

// onlySQLite reports whether FIRMHUB_TEST_DATABASES leaves PostgreSQL out.
func onlySQLite(t testing.TB) bool {
	t.Helper()
	databases := os.Getenv("FIRMHUB_TEST_DATABASES")
	require.Contains(t, []string{"", "sqlite"}, databases, "FIRMHUB_TEST_DATABASES is sqlite, or unset for all databases")
	return databases == "sqlite"
}

// Firm creates a firm, and returns a context in which firmhub itself acts in the firm. That is
// enough for code that works on the rows of one firm and checks no permission.
func Firm(t testing.TB, d *db.DB, name string) (*ent.Firm, context.Context) {
	t.Helper()
	firm, err := d.Client.Firm.Create().SetName(name).SetNameKey(strings.ToLower(name)).SetCurrency("EUR").
		Save(rule.AcrossFirms(t.Context(), "a test makes a firm"))
	require.NoError(t, err)
	return firm, viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: firm.ID})
}

// patience is how long something may take that a test needs. All test programs of a machine may
// wait for the one that migrates the template, beside compilers.
const patience = 5 * time.Minute

// checksum names the template: other migrations, or another release, create another one.
func checksum(t testing.TB) string {
	t.Helper()
	sum := sha256.New()
	sum.Write([]byte(version.Semantic()))
	require.NoError(t, fs.WalkDir(migrate.Files, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(migrate.Files, path)
		sum.Write([]byte(path))
		sum.Write(text)
		return err
	}))
	return hex.EncodeToString(sum.Sum(nil))[:16]
}

func migrateTemplate(t testing.TB, url string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	d, err := db.Open(ctx, url)
	require.NoError(t, err)
	require.NoError(t, d.Migrate(ctx))
	require.NoError(t, d.Close())
}
