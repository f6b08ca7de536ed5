package faults_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/test/port"
)

// postgres is a PostgreSQL server of a test, which may end in every way.
type postgres struct {
	folder, port string
	command      *exec.Cmd
	ended        chan struct{} // closed when the process has ended
}

// newPostgres makes and starts a server with further settings.
func newPostgres(t *testing.T, options ...string) *postgres {
	t.Helper()
	p := &postgres{folder: ownedFolder(t), port: port.Keep(t)}
	p.run(t, "initdb", "-D", p.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
	p.start(t, options...)
	return p
}

// ownedFolder returns a folder of the account that PostgreSQL runs as.
func ownedFolder(t *testing.T) string {
	t.Helper()
	base := "/dev/shm"
	if _, err := os.Stat(base); err != nil {
		base = ""
	}
	owned, err := os.MkdirTemp(base, "firmhub-faults-*") //nolint:usetesting // PostgreSQL has no access to t.TempDir.
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(owned) })
	if account := credential(t); account != nil {
		require.NoError(t, os.Chown(owned, int(account.Uid), int(account.Gid)))
	}
	return owned
}

// credential returns the account that PostgreSQL runs as, which refuses to run as root.
func credential(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Getuid() != 0 {
		return nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		account, err = user.Lookup("nobody")
	}
	require.NoError(t, err)
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	require.NoError(t, err)
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	require.NoError(t, err)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

func (p *postgres) data() string { return filepath.Join(p.folder, "data") }

// prepare returns a command of PostgreSQL.
func (p *postgres) prepare(ctx context.Context, t *testing.T, name string, arguments ...string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(ctx, name, arguments...)
	command.Dir, command.SysProcAttr = p.folder, child()
	command.SysProcAttr.Credential = credential(t)
	return command
}

func (p *postgres) run(t *testing.T, name string, arguments ...string) {
	t.Helper()
	printed, err := p.prepare(t.Context(), t, name, arguments...).CombinedOutput()
	require.NoError(t, err, "%s: %s", name, printed)
}

// start starts the server, and waits until it answers.
func (p *postgres) start(t *testing.T, options ...string) {
	t.Helper()
	arguments := []string{
		"-D", p.data(), "-p", p.port, "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off",
		"-c", "max_connections=60", "-c", "wal_level=replica",
	}
	for _, option := range options {
		arguments = append(arguments, "-c", option)
	}
	// It outlives the context of the test, so that servers do not lose it before they end.
	p.command = p.prepare(context.WithoutCancel(t.Context()), t, "postgres", arguments...)
	var log bytes.Buffer
	p.command.Stdout, p.command.Stderr = &log, &log
	require.NoError(t, p.command.Start())
	p.ended = make(chan struct{})
	go func(command *exec.Cmd, ended chan struct{}) {
		_ = command.Wait()
		close(ended)
	}(p.command, p.ended)
	t.Cleanup(func() { p.stop(t, syscall.SIGQUIT) })
	for began := time.Now(); ; {
		conn, err := pgx.Connect(t.Context(), p.url("postgres"))
		if err == nil {
			require.NoError(t, conn.Close(t.Context()))
			return
		}
		select {
		case <-p.ended:
			require.Fail(t, "PostgreSQL did not start", "%s", &log)
		case <-time.After(20 * time.Millisecond): // as pg_ctl polls
		}
		require.Less(t, time.Since(began), time.Minute, "PostgreSQL does not answer")
	}
}

// stop ends the server: SIGINT closes connections, SIGQUIT leaves a recovery to the next start, and
// SIGKILL is a crash.
func (p *postgres) stop(t *testing.T, how syscall.Signal) {
	t.Helper()
	_ = p.command.Process.Signal(how) // It may have ended.
	<-p.ended
}

func (p *postgres) url(database string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%s/%s?sslmode=disable", p.port, database)
}

// execute runs statements.
func (p *postgres) execute(t *testing.T, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), p.url("postgres"))
	require.NoError(t, err)
	for _, statement := range statements {
		_, err = conn.Exec(t.Context(), statement)
		require.NoError(t, err, statement)
	}
	require.NoError(t, conn.Close(t.Context()))
}
