package dbtest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// Pooled returns the URL of a PostgreSQL database behind PgBouncer in transaction mode, where each
// transaction may be on another connection. The test starts its own PgBouncer, which must be
// installed.
func Pooled(t testing.TB, databaseURL string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer" // where Debian has it, off the PATH of most users
	}
	database, err := pgx.ParseConfig(withoutPool(t, databaseURL))
	require.NoError(t, err)
	folder, err := os.MkdirTemp("", "pgbouncer") //nolint:usetesting // t.TempDir is too long for the name of a socket
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(folder)) })
	require.NoError(t, os.Chmod(folder, 0o777)) //nolint:gosec // for the user below
	password := ""
	if database.Password != "" {
		password = fmt.Sprintf("password='%s'", database.Password)
	}
	settings := filepath.Join(folder, "pgbouncer.ini")
	text := fmt.Sprintf(`[databases]
* = host=%s port=%d user=%s %s
[pgbouncer]
listen_addr =
unix_socket_dir = %s
auth_type = any
pool_mode = transaction
default_pool_size = 4
`, database.Host, database.Port, database.User, password, folder)
	require.NoError(t, os.WriteFile(settings, []byte(text), 0o644)) //nolint:gosec // as above

	process := exec.CommandContext(t.Context(), program, settings) //nolint:gosec // the test's own
	if os.Getuid() == 0 {                                          // which it refuses to run as
		const nobody = 65534
		process.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	require.NoError(t, process.Start(), "PgBouncer must be installed")
	t.Cleanup(func() {
		_ = process.Process.Kill() // It may have ended with the test's context.
		_ = process.Wait()
	})
	pooled := url.URL{
		Scheme: "postgres", User: url.User(database.User), Path: "/" + database.Database,
		RawQuery: url.Values{"host": {folder}, "port": {"6432"}, "sslmode": {"disable"}}.Encode(),
	}
	require.Eventually(t, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		conn, err := pgx.Connect(ctx, pooled.String())
		return err == nil && conn.Close(ctx) == nil
	}, patience, 10*time.Millisecond)
	query := pooled.Query()
	query.Set("default_query_exec_mode", "cache_describe")
	query.Set("pool_max_conns", "8")
	pooled.RawQuery = query.Encode()
	return pooled.String()
}

// withoutPool returns the URL without the parameters of pgxpool, which pgx does not know.
func withoutPool(t testing.TB, databaseURL string) string {
	t.Helper()
	address, err := url.Parse(databaseURL)
	require.NoError(t, err)
	query := address.Query()
	query.Del("pool_max_conns")
	address.RawQuery = query.Encode()
	return address.String()
}
