package wallet_test

import (
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// cluster is a PostgreSQL of a single test, which may kill it.
type cluster struct {
	// sockets is where it listens, so that it needs no port that is still free when it starts
	// again.
	url, folder, sockets, programs string
	as                             *syscall.SysProcAttr
}

// startPostgres starts one with the settings of a server: a commit that was acknowledged is in the
// log.
func startPostgres(t *testing.T) *cluster {
	t.Helper()
	programs, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	require.NoError(t, err)
	if path, err := exec.LookPath("initdb"); err == nil {
		programs = append(programs, path)
	}
	require.NotEmpty(t, programs, "there is no PostgreSQL")
	folder, err := os.MkdirTemp("", "firmhub-wallet-") //nolint:usetesting // that of the test is closed to others
	require.NoError(t, err)
	c := &cluster{folder: filepath.Join(folder, "data"), sockets: folder, programs: filepath.Dir(programs[0])}
	c.url = "postgres://postgres@/postgres?sslmode=disable&host=" + url.QueryEscape(c.sockets)
	if os.Getuid() == 0 { // as which PostgreSQL does not run
		owner, err := user.Lookup("postgres")
		require.NoError(t, err)
		uid, err := strconv.ParseUint(owner.Uid, 10, 32)
		require.NoError(t, err)
		gid, err := strconv.ParseUint(owner.Gid, 10, 32)
		require.NoError(t, err)
		require.NoError(t, os.Chown(folder, int(uid), int(gid)))
		c.as = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
	c.run(t, "initdb", "-D", c.folder, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
	c.start(t)
	t.Cleanup(func() {
		c.run(t, "pg_ctl", "stop", "-D", c.folder, "-m", "immediate")
		require.NoError(t, os.RemoveAll(folder))
	})
	return c
}

func (c *cluster) run(t *testing.T, program string, args ...string) {
	t.Helper()
	output, err := c.try(program, args...)
	require.NoError(t, err, "%s: %s", program, output)
}

func (c *cluster) try(program string, args ...string) ([]byte, error) {
	command := exec.Command(filepath.Join(c.programs, program), args...) //nolint:noctx // also at the end of the test
	command.Dir, command.SysProcAttr = "/", c.as
	return command.Output() // a server would keep the pipe of its errors open
}

// start starts the server, and returns when it has recovered. A connection that was made while its
// processes were killed may hold its memory for a moment longer.
func (c *cluster) start(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool {
		_, err := c.try("pg_ctl", "start", "-D", c.folder, "-l", c.folder+".log", "-w", "-t", "60", "-o",
			"-c listen_addresses='' -c unix_socket_directories='"+c.sockets+"' -c fsync=off")
		return err == nil
	}, time.Minute, time.Millisecond)
}

// kill kills the server, and then its processes. They would otherwise need a moment to notice, and
// hold its memory until then.
func (c *cluster) kill(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(c.folder, "postmaster.pid"))
	require.NoError(t, err)
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	require.NoError(t, err)
	children, err := exec.CommandContext(t.Context(), "pgrep", "-P", first).Output()
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(pid, syscall.SIGKILL))
	for child := range strings.FieldsSeq(string(children)) {
		pid, err := strconv.Atoi(child)
		require.NoError(t, err)
		_ = syscall.Kill(pid, syscall.SIGKILL) // or it has ended
	}
}
