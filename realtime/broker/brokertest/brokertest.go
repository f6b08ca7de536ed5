// Package brokertest runs a NATS server for a test, and breaks the connections to it.
package brokertest

import (
	"bufio"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/broker"
)

// patience is how long a test waits for an event.
const patience = time.Minute

// program is the path of nats-server. It is a tool of the module test, so firmhub does not depend
// on it. Go keeps it in its cache.
var program = sync.OnceValues(func() (string, error) {
	root, err := output(exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/firmhub/firmhub"))
	if err != nil {
		return "", err
	}
	return output(exec.Command("go", "-C", filepath.Join(root, "test"), "tool", "-n", "nats-server")) //nolint:gosec // The folder is ours.
})

func output(command *exec.Cmd) (string, error) {
	out, err := command.Output()
	return strings.TrimSpace(string(out)), err
}

// Server runs a NATS server until the test ends, and returns its URL.
func Server(t testing.TB) string {
	t.Helper()
	path, err := program()
	require.NoError(t, err, "build nats-server")
	//nolint:gosec,noctx // The server ends with the test, after its clients.
	server := exec.Command(path, "--addr", "127.0.0.1", "--port", "-1")
	log, err := server.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	var rest sync.WaitGroup
	t.Cleanup(func() {
		require.NoError(t, server.Process.Kill())
		rest.Wait()
		require.Error(t, server.Wait(), "killed")
	})
	const listens = "Listening for client connections on "
	var said strings.Builder
	for lines := bufio.NewScanner(log); lines.Scan(); said.WriteString(lines.Text() + "\n") {
		if _, address, found := strings.Cut(lines.Text(), listens); found {
			rest.Go(func() { _, _ = io.Copy(io.Discard, log) })
			return "nats://" + address
		}
	}
	require.Fail(t, "nats-server did not start", said.String())
	return ""
}

// Join returns a broker that is connected to the server until the test ends.
func Join(t testing.TB, url string, installation uuid.UUID) *broker.NATS {
	t.Helper()
	b := broker.NewNATS(url)
	b.Join(installation)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	require.Eventually(t, func() bool { return b.Status().Connected }, patience, time.Millisecond)
	return b
}
