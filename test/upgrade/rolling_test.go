package upgrade_test

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/test/port"
	"github.com/firmhub/firmhub/test/upgrade"
)

// TestRolling upgrades two instances one after the other under load, and takes one back. No request
// fails, and no push and no message is lost. Then a release follows that the first one can't work
// with.
func TestRolling(t *testing.T) {
	t.Parallel()
	old, err := compile("1.2.0")
	require.NoError(t, err)
	next, err := compile("1.3.0")
	require.NoError(t, err)

	settings := append(os.Environ(), "FIRMHUB_DATABASE_URL="+createDatabase(t), "FIRMHUB_NATS_URL="+startNATS(t),
		"FIRMHUB_DATA_DIR="+t.TempDir(), "FIRMHUB_LOG=warn", "FIRMHUB_STOP_DELAY=2s")
	addresses := []string{port.KeepAddress(t), port.KeepAddress(t)} // They start again at them.
	b := newBalancer(t, addresses...)
	instances := make([]*upgrade.Server, len(addresses))
	start := func(i int, program string, arguments ...string) {
		instances[i], err = upgrade.Serve(t.Context(), program, settings, append(arguments, "--addr="+addresses[i])...)
		require.NoError(t, err)
		b.wait(t, i, true)
	}
	start(0, old, "--demo")
	start(1, old)

	l := &load{balancer: b, pushed: map[string]int{}, arrived: make(chan struct{}, 1)}
	l.owner = l.caller(t, false)
	var first struct{ ID string }
	require.NoError(t, l.owner.Do(t.Context(), http.MethodPost, "/api/v1/notification",
		map[string]any{"title": "First", "message": "Rolling.", "module": "System"}, &first))
	listening, leave := context.WithCancel(t.Context())
	defer leave()
	go l.listen(listening, l.owner.Token(), first.ID)
	ctx, end := context.WithCancel(t.Context())
	defer end()
	wait := l.run(ctx, t)

	for _, step := range []struct {
		instance int
		program  string
	}{{0, next}, {1, next}, {0, old}, {0, next}} {
		before := l.answered.Load()
		require.NoError(t, instances[step.instance].Stop())
		b.wait(t, step.instance, false)
		start(step.instance, step.program)
		require.Greater(t, l.answered.Load(), before, "requests are answered meanwhile")
	}
	end()
	wait()
	require.Empty(t, l.failed, "of %d requests", l.answered.Load())
	l.awaitPushes(t)
	l.awaitMessages(t)
	found, err := l.owner.Total(t.Context(), http.MethodGet, "/api/V1/Contact/search?searchTerm=Rolling", nil)
	require.NoError(t, err)
	require.Equal(t, l.contacts, found)
	t.Logf("%d requests, %d pushes, %d messages, %d contacts", l.answered.Load(), len(l.raised), len(l.sent), l.contacts)
	for _, instance := range instances {
		require.NoError(t, instance.Stop())
	}

	after, err := compile("1.4.0")
	require.NoError(t, err)
	migrate := func(program string) (string, error) {
		command := exec.CommandContext(t.Context(), program, "migrate", "up")
		command.Env = settings
		printed, err := command.CombinedOutput()
		return string(printed), err
	}
	printed, err := migrate(after)
	require.NoError(t, err, printed)
	printed, err = migrate(next)
	require.NoError(t, err, printed)
	printed, err = migrate(old)
	require.Error(t, err)
	require.Regexp(t, `(?m)^firmhub: [^\n]*release 1\.4\.0 has used it, and this is 1\.2\.0[^\n]*\n$`, printed)
}

// startNATS starts a NATS server, and returns its URL.
func startNATS(t *testing.T) string {
	t.Helper()
	nats, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true})
	require.NoError(t, err)
	go nats.Start()
	t.Cleanup(nats.Shutdown)
	require.True(t, nats.ReadyForConnections(time.Minute))
	return nats.ClientURL()
}
