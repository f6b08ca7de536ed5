package bench

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Server is a server in a process of its own.
type Server struct {
	URL string
	// ID is the id of the process.
	ID int
}

// Start starts a program that listens on an address, and returns when it answers a path. The
// command must have the context of the test: at the end of that it is stopped, as an operator does.
func Start(t testing.TB, path string, command func(address string) *exec.Cmd) *Server {
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	program := command(address)
	program.Cancel = func() error { return program.Process.Signal(syscall.SIGTERM) }
	program.WaitDelay = time.Minute
	require.NoError(t, program.Start())
	t.Cleanup(func() { _ = program.Wait() })
	s, send := &Server{"http://" + address, program.Process.Pid}, OverHTTP(1)
	require.Eventually(t, func() bool {
		status, _, err := send(NewRequest(t, http.MethodGet, s.URL+path, "", nil))
		return err == nil && status < http.StatusInternalServerError
	}, time.Minute, 50*time.Millisecond, "%s is not ready", program)
	return s
}

// StartFirmhub starts a program that was built of firmhub on a database.
func StartFirmhub(t testing.TB, program, database string, settings ...string) *Server {
	folder := t.TempDir()
	return Start(t, "/readyz", func(address string) *exec.Cmd {
		command := exec.CommandContext(t.Context(), program, "serve")
		command.Stderr = os.Stderr
		command.Env = append(os.Environ(), "FIRMHUB_DATABASE_URL="+database, "FIRMHUB_ADDR="+address, "FIRMHUB_DATA_DIR="+folder,
			"FIRMHUB_LOG=error", "FIRMHUB_ADMIN_EMAIL="+AdminEmail, "FIRMHUB_ADMIN_PASSWORD="+Password)
		command.Env = append(command.Env, settings...)
		return command
	})
}

// Memory returns how many bytes of the server are resident, and the most that were since it
// started. Linux only.
func (s *Server) Memory(t testing.TB) (resident, peak int64) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.ID))
	require.NoError(t, err)
	for line := range strings.Lines(string(status)) {
		name, size, _ := strings.Cut(line, ":")
		if into := map[string]*int64{"VmRSS": &resident, "VmHWM": &peak}[name]; into != nil {
			kilobytes, err := strconv.ParseInt(strings.Fields(size)[0], 10, 64)
			require.NoError(t, err)
			*into = kilobytes << 10
		}
	}
	return resident, peak
}
