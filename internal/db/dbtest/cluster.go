package dbtest

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
)

// CitusEnv is the name of an environment variable. It is the URL of a database of
// FIRMHUB_TEST_POSTGRES that is the coordinator of a cluster of Citus. Then [Open] and [URL] return
// databases of [Distributed].
const CitusEnv = "FIRMHUB_TEST_CITUS"

// SpareEnv is the name of an environment variable. It is the URL of a server with the extension
// that is not in the cluster.
const SpareEnv = "FIRMHUB_TEST_CITUS_SPARE"

func isCitus() bool { return os.Getenv(CitusEnv) != "" }

// IsUnsupported reports whether Citus can't run a statement: one that would join rows of different
// servers, or move a row to another.
func IsUnsupported(err error) bool {
	var refused *pgconn.PgError
	return isCitus() && errors.As(err, &refused) &&
		(refused.Code == "0A000" || strings.Contains(refused.Message, "repartition"))
}

// Distributed returns the URL of a new migrated database that Citus distributes. It is a copy of a
// template on each server of the cluster.
func Distributed(t testing.TB) string {
	t.Helper()
	template := "firmhub_distributed_" + checksum(t)
	administrate(t, func(ctx context.Context, server *pgx.Conn) {
		makeTemplate(ctx, t, server, template, func(string) { distribute(ctx, t, template) })
	})
	address := clusterDatabase(t, template)
	name := strings.TrimPrefix(databaseURL(t, address).Path, "/")
	onServer(t, serverURL(t), "ALTER DATABASE "+name+" SET citus.multi_shard_modify_mode TO sequential") // which is not copied
	return address
}

// Cluster returns the URL of a new database without tables that has the extension on all servers.
func Cluster(t testing.TB) string {
	t.Helper()
	address := clusterDatabase(t, "template0")
	addServers(t, strings.TrimPrefix(databaseURL(t, address).Path, "/"))
	return address
}

// distribute makes a template of a database of the coordinator. Nobody may connect to a template: a
// database that is in use can't be copied, and Citus has a process in each.
func distribute(ctx context.Context, t testing.TB, template string) {
	t.Helper()
	for _, worker := range servers(t)[1:] {
		onServer(t, worker.String(), "DROP DATABASE IF EXISTS "+template+" WITH (FORCE)", "CREATE DATABASE "+template+" TEMPLATE template0")
	}
	addServers(t, template)
	d, err := db.Open(ctx, postgresURL(t, template))
	require.NoError(t, err)
	require.NoError(t, d.Migrate(ctx))
	_, err = d.Distribute(ctx)
	require.NoError(t, err)
	require.NoError(t, d.Close())
	for _, server := range servers(t) {
		onServer(t, server.String(), "ALTER DATABASE "+template+" ALLOW_CONNECTIONS false",
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"+template+"'")
	}
}

// clusterDatabase creates a database of the same name on all servers. It is dropped at the end of
// the test.
func clusterDatabase(t testing.TB, template string) string {
	t.Helper()
	name := "firmhub_test_" + strings.ToLower(rand.Text())
	for _, server := range servers(t) {
		onServer(t, server.String(), "CREATE DATABASE "+name+" TEMPLATE "+template)
		t.Cleanup(func() { dropDatabase(t, server.String(), name) })
	}
	return postgresURL(t, name)
}

// AddWorker adds the server of [SpareEnv] as a worker to a database of [Distributed].
func AddWorker(t testing.TB, database string) {
	t.Helper()
	spare := databaseURL(t, os.Getenv(SpareEnv))
	require.NotEmpty(t, spare.Port(), SpareEnv+" must name a server, with its port")
	onServer(t, spare.String(), "CREATE DATABASE "+database+" TEMPLATE template0")
	t.Cleanup(func() { dropDatabase(t, os.Getenv(SpareEnv), database) })
	spare.Path = "/" + database
	onServer(t, spare.String(), "CREATE EXTENSION citus")
	coordinator := servers(t)[0]
	coordinator.Path = spare.Path
	// In a copy of a template, Citus would look for the template on the worker.
	onServer(t, coordinator.String(), "DELETE FROM pg_dist_object WHERE classid = 'pg_database'::regclass")
	addNode(t, coordinator, spare)
}

// dropDatabase drops a database. Citus may connect to it again in the meantime, or commit what it
// has prepared there; each attempt waits a few seconds for that.
func dropDatabase(t testing.TB, address, name string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience) // as in administrate
	defer cancel()
	server, err := pgx.Connect(ctx, address)
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close(context.Background())) }()
	const inUse = "55006"
	for used := new(pgconn.PgError); ; {
		_, err := server.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)")
		if !errors.As(err, &used) || used.Code != inUse {
			require.NoError(t, err, name)
			return
		}
	}
}

// addServers creates the extension in a database of all servers, and adds the workers to it.
func addServers(t testing.TB, database string) {
	t.Helper()
	all := servers(t)
	for i := range all {
		all[i].Path = "/" + database
		onServer(t, all[i].String(), "CREATE EXTENSION citus")
	}
	onServer(t, all[0].String(), "SELECT citus_set_coordinator_host"+hostAndPort(all[0]))
	for _, worker := range all[1:] {
		addNode(t, all[0], worker)
	}
}

// addNode adds a worker to a database of the coordinator. Tests do so one after the other, because
// Citus then changes roles of the worker, which its databases share.
func addNode(t testing.TB, database, worker *url.URL) {
	t.Helper()
	administrate(t, func(ctx context.Context, server *pgx.Conn) {
		_, err := server.Exec(ctx, "SELECT pg_advisory_lock(hashtext('citus_add_node'))") // until the connection closes
		require.NoError(t, err)
		onServer(t, database.String(), "SELECT citus_add_node"+hostAndPort(worker))
	})
}

func hostAndPort(u *url.URL) string { return "('" + u.Hostname() + "', " + u.Port() + ")" }

// servers returns the URLs of the servers of the cluster, the coordinator's first.
func servers(t testing.TB) []*url.URL {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	coordinator, err := pgx.Connect(ctx, os.Getenv(CitusEnv))
	require.NoError(t, err, CitusEnv+" must name a coordinator")
	defer func() { require.NoError(t, coordinator.Close(ctx)) }()
	rows, err := coordinator.Query(ctx, "SELECT nodename, nodeport FROM pg_dist_node WHERE groupid > 0 ORDER BY groupid")
	require.NoError(t, err)
	all := []*url.URL{databaseURL(t, serverURL(t))}
	var host string
	var port int
	_, err = pgx.ForEachRow(rows, []any{&host, &port}, func() error {
		worker := *all[0]
		worker.Host = net.JoinHostPort(host, strconv.Itoa(port))
		all = append(all, &worker)
		return nil
	})
	require.NoError(t, err)
	return all
}

func databaseURL(t testing.TB, address string) *url.URL {
	t.Helper()
	parsed, err := url.Parse(address)
	require.NoError(t, err)
	return parsed
}

// onServer runs statements one by one.
func onServer(t testing.TB, address string, statements ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience) // as in administrate
	defer cancel()
	server, err := pgx.Connect(ctx, address)
	require.NoError(t, err)
	defer func() { require.NoError(t, server.Close(ctx)) }()
	for _, statement := range statements {
		_, err := server.Exec(ctx, statement)
		require.NoError(t, err, statement)
	}
}
