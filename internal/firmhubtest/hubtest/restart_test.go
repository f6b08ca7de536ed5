package hubtest_test

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestRestart stops and kills the process that clients are connected to, and starts another one.
// The clients reconnect, and Resume returns what was stored meanwhile.
func TestRestart(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		for name, signal := range map[string]syscall.Signal{"Stop": syscall.SIGTERM, "Kill": syscall.SIGKILL} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				testRestart(t, dialect, signal)
			})
		}
	})
}

func testRestart(t *testing.T, dialect string, signal syscall.Signal) {
	t.Helper()
	url := dbtest.URL(t, dialect)
	// One instance stays, to raise notifications and to log in.
	a := firmhubtest.New(t, dialect, func(c *app.Config) { c.DatabaseURL = url })
	owner := ownerOf(t, a)
	server, at := startServer(t, url)
	p := newProxy(t, at)
	clients := map[string]*hubClient{}
	for _, name := range []string{"WebSockets/JSON", "WebSockets/MessagePack", "ServerSentEvents/JSON", "LongPolling/JSON"} {
		clients[name] = ways[name].connect(t, p.URL, hubOptions{token: owner.Token, reconnect: oftenEnough()})
		clients[name].count(t, 0)
	}
	stateful := ways["WebSockets/JSON"].connect(t, p.URL, hubOptions{token: owner.Token, reconnect: oftenEnough(), bufferSize: 100_000})
	stateful.count(t, 0)
	clients["Stateful"] = stateful
	before := raiseAt(t, "http://"+at, owner.Token, "Before")
	for _, c := range clients {
		require.Equal(t, "Before", c.title(t))
	}

	require.NoError(t, server.Process.Signal(signal))
	err := server.Wait()
	require.Equal(t, signal == syscall.SIGKILL, err != nil, "a graceful stop: %v", err)
	meanwhile := raise(t, a, owner.Token, "Meanwhile", "")
	_, at = startServer(t, url)
	p.to(at)
	for name, c := range clients {
		t.Run(name, func(t *testing.T) {
			c.next(t, "reconnecting")
			c.next(t, "reconnected")
			require.False(t, c.resume(t, before))
			require.Equal(t, meanwhile, c.receive(t)["id"])
		})
	}
	after := raiseAt(t, "http://"+at, owner.Token, "After")
	for _, c := range clients {
		require.Equal(t, after, c.receive(t)["id"])
	}
}

// startServer starts a process that serves a database, and returns its host:port.
func startServer(t *testing.T, url string) (server *exec.Cmd, at string) {
	t.Helper()
	server = exec.Command(os.Args[0]) //nolint:noctx // it is stopped by what the test is about
	server.Env = append(os.Environ(), serveURL+"="+url)
	server.Stderr = os.Stderr
	said, err := server.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, server.Start())
	t.Cleanup(func() {
		if server.ProcessState == nil {
			_ = server.Process.Kill()
			_ = server.Wait()
		}
	})
	line, err := bufio.NewReader(said).ReadString('\n')
	require.NoError(t, err)
	return server, host(strings.TrimSpace(line))
}
