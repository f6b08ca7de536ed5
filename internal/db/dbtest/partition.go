package dbtest

import (
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/migrate"
)

// PartitionedEnv is the name of an environment variable. If it is set, [Open] and [URL] return
// PostgreSQL databases of [Partitioned], and a test fails when one of its statements reads more
// than one partition without being allowed to.
const PartitionedEnv = "FIRMHUB_TEST_PARTITIONED"

// Partitioned returns the URL of a new PostgreSQL database in which the tables of firms have two
// partitions by firm, and the plans of the statements that are run through it. The plans show which
// statements do not name their firm. If the tables were distributed by firm, such a statement would
// be sent to every server.
func Partitioned(t testing.TB) (string, *Plans) {
	t.Helper()
	template := "firmhub_partitioned_" + checksum(t)
	postgresTemplate(t) // before the lock, which making it takes as well
	administrate(t, func(ctx context.Context, server *pgx.Conn) {
		makeTemplate(ctx, t, server, template, func(url string) { migratePartitioned(ctx, t, url) })
	})
	address, err := url.Parse(postgresDatabase(t, template))
	require.NoError(t, err)
	plans := &Plans{}
	address.Host = proxy(t, address.Host, copyAll, plans.forward)
	query := address.Query()
	query.Set("options", strings.Join([]string{
		"-c session_preload_libraries=auto_explain", "-c auto_explain.log_min_duration=0",
		"-c auto_explain.log_nested_statements=on", "-c client_min_messages=log",
		"-c plan_cache_mode=force_custom_plan", // a generic plan has all partitions
	}, " "))
	address.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20") // which pgx does not decode
	return address.String(), plans
}

func partitionedURL(t testing.TB) string {
	t.Helper()
	address, plans := Partitioned(t)
	t.Cleanup(func() {
		for _, statement := range plans.Across() {
			t.Errorf("the statement reads several partitions; it must name its firm: %s", statement)
		}
	})
	return address
}

func isPartitioned() bool { return os.Getenv(PartitionedEnv) != "" }

// migratePartitioned runs the migrations, rewritten, and stores that the original ones were
// applied.
func migratePartitioned(ctx context.Context, t testing.TB, to string) {
	t.Helper()
	original, err := pgx.Connect(ctx, withoutPool(t, postgresCopy(t)))
	require.NoError(t, err)
	defer func() { require.NoError(t, original.Close(ctx)) }()
	d, err := pgx.Connect(ctx, withoutPool(t, to))
	require.NoError(t, err)
	defer func() { require.NoError(t, d.Close(ctx)) }()

	files, err := fs.Glob(migrate.Files, "postgres/*.sql")
	require.NoError(t, err)
	for _, file := range files {
		text, err := fs.ReadFile(migrate.Files, file)
		require.NoError(t, err)
		_, err = d.Exec(ctx, partitioned(string(text)))
		require.NoError(t, err, file)
	}
	_, err = d.Exec(ctx, `CREATE TABLE x_migrations (
		version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL)`)
	require.NoError(t, err)
	applied, err := original.Query(ctx, "SELECT version, name, checksum, applied_at FROM x_migrations")
	require.NoError(t, err)
	rows, err := pgx.CollectRows(applied, func(row pgx.CollectableRow) ([]any, error) { return row.Values() })
	require.NoError(t, err)
	_, err = d.CopyFrom(ctx, pgx.Identifier{"x_migrations"}, []string{"version", "name", "checksum", "applied_at"}, pgx.CopyFromRows(rows))
	require.NoError(t, err)
}

var (
	createTable = regexp.MustCompile(`(?s)CREATE TABLE "(\w+)" \(.*?\n\);`)
	// setStorage sets storage parameters, which partitioned tables do not have.
	setStorage = regexp.MustCompile(`(?m)^ALTER TABLE \w+ SET \(fillfactor = \d+\);$`)
)

// partitioned rewrites a migration: the distributed tables are partitioned by their firm.
func partitioned(text string) string {
	text = setStorage.ReplaceAllString(text, "")
	columns := map[string]string{}
	for _, table := range migrate.Tables {
		if migrate.KindOf(table.Name) == migrate.Distributed {
			columns[table.Name] = migrate.DistributionColumn(table.Name)
		}
	}
	return createTable.ReplaceAllStringFunc(text, func(statement string) string {
		table := createTable.FindStringSubmatch(statement)[1]
		column, distributed := columns[table]
		if !distributed {
			return statement
		}
		statement = strings.TrimSuffix(statement, ";") + ` PARTITION BY HASH ("` + column + `");`
		for part := range 2 {
			statement = fmt.Sprintf("%s\nCREATE TABLE %s%d_%s PARTITION OF %s FOR VALUES WITH (MODULUS 2, REMAINDER %d);",
				statement, partition, part, table, table, part)
		}
		return statement
	})
}

// partition is the prefix of the names of partitions.
const partition = "part"
