package dbtest

import (
	"context"
	"crypto/rand"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// templateLock is a number that nothing else on the server uses for a lock.
const templateLock = 0x6669726d74657374

func postgresCopy(t testing.TB) string {
	t.Helper()
	return postgresDatabase(t, postgresTemplate(t))
}

// postgresTemplate returns the template with the migrations, and creates it if needed.
func postgresTemplate(t testing.TB) string {
	t.Helper()
	template := "firmhub_template_" + checksum(t)
	administrate(t, func(ctx context.Context, server *pgx.Conn) {
		makeTemplate(ctx, t, server, template, func(url string) { migrateTemplate(t, url) })
	})
	return template
}

// postgresDatabase creates a database that is dropped at the end of the test.
func postgresDatabase(t testing.TB, template string) string {
	t.Helper()
	name := "firmhub_test_" + strings.ToLower(rand.Text())
	administrate(t, func(ctx context.Context, server *pgx.Conn) {
		_, err := server.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template+strategy(ctx, t, server))
		require.NoError(t, err)
	})
	t.Cleanup(func() { dropDatabase(t, serverURL(t), name) })
	return postgresURL(t, name)
}

// strategy returns how a server copies a database. To copy its files takes half the processor time
// of writing them to the log, but a server with fsync would wait for each of them.
func strategy(ctx context.Context, t testing.TB, server *pgx.Conn) string {
	t.Helper()
	var fsync string
	require.NoError(t, server.QueryRow(ctx, "SHOW fsync").Scan(&fsync))
	if fsync == "on" {
		return ""
	}
	return " STRATEGY FILE_COPY"
}

// makeTemplate creates the template unless it exists. The lock is for test programs that run at
// once. The database is marked as a template last, so that an incomplete one is recognized.
func makeTemplate(ctx context.Context, t testing.TB, server *pgx.Conn, name string, migrate func(url string)) {
	t.Helper()
	const finished = "SELECT count(*) FROM pg_database WHERE datname = $1 AND datistemplate"
	var found int
	require.NoError(t, server.QueryRow(ctx, finished, name).Scan(&found))
	if found > 0 {
		return
	}
	run := func(query string, args ...any) {
		_, err := server.Exec(ctx, query, args...)
		require.NoError(t, err)
	}
	run("SELECT pg_advisory_lock($1)", int64(templateLock)) // until the connection closes
	require.NoError(t, server.QueryRow(ctx, finished, name).Scan(&found))
	if found > 0 {
		return
	}
	run("DROP DATABASE IF EXISTS " + name + " WITH (FORCE)")
	run("CREATE DATABASE " + name + " TEMPLATE template0")
	migrate(postgresURL(t, name))
	run("ALTER DATABASE " + name + " IS_TEMPLATE true")
}

func administrate(t testing.TB, work func(ctx context.Context, server *pgx.Conn)) {
	t.Helper()
	// This is not the test's context, which has ended when the test cleans up.
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	server, err := pgx.Connect(ctx, serverURL(t))
	require.NoError(t, err, "FIRMHUB_TEST_POSTGRES must name a PostgreSQL server")
	defer func() { require.NoError(t, server.Close(ctx)) }()
	work(ctx, server)
}

func serverURL(t testing.TB) string {
	t.Helper()
	if onlySQLite(t) {
		t.Skip("FIRMHUB_TEST_DATABASES leaves PostgreSQL out")
	}
	server := os.Getenv("FIRMHUB_TEST_POSTGRES")
	require.NotEmpty(t, server, "FIRMHUB_TEST_POSTGRES must name a PostgreSQL server")
	return server
}

// postgresURL returns the URL of a database on the server, with few connections, because many tests
// share its limit.
func postgresURL(t testing.TB, name string) string {
	t.Helper()
	address, err := url.Parse(serverURL(t))
	require.NoError(t, err)
	address.Path = "/" + name
	query := address.Query()
	query.Set("pool_max_conns", "8")
	address.RawQuery = query.Encode()
	return address.String()
}
