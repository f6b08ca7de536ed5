package faults_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	natsserver "github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/test/port"
)

// startNATS starts a NATS server on a port.
func startNATS(t *testing.T, on string) *natsserver.Server {
	t.Helper()
	number, err := strconv.Atoi(on)
	require.NoError(t, err)
	server, err := natsserver.NewServer(&natsserver.Options{Host: "127.0.0.1", Port: number, NoLog: true, NoSigs: true})
	require.NoError(t, err)
	go server.Start()
	t.Cleanup(server.Shutdown)
	require.True(t, server.ReadyForConnections(time.Minute))
	return server
}

// awaitBroker waits until a server says of its broker what it should, and is ready all the time.
func (s *server) awaitBroker(t *testing.T, status string) {
	t.Helper()
	for began := time.Now(); ; {
		code, content := s.ready(t)
		require.Equal(t, http.StatusOK, code)
		if strings.Contains(content, `"status":"`+status+`"`) {
			return
		}
		require.Less(t, time.Since(began), patience, content)
		time.Sleep(50 * time.Millisecond) //nolint:forbidigo // as a proxy polls
	}
}

// TestNATSIsAway stops NATS under two instances. No request is refused, and a client of one
// instance gets the notifications of the other.
func TestNATSIsAway(t *testing.T) {
	t.Parallel()
	p := newPostgres(t)
	p.execute(t, "CREATE DATABASE firmhub")
	at := port.Keep(t)
	nats := startNATS(t, at)
	shared := settings(t, "FIRMHUB_DATABASE_URL="+p.url("firmhub"), "FIRMHUB_NATS_URL="+nats.ClientURL())
	here := serve(t, shared)
	there := serve(t, shared)
	l := newLoad(t, here, there)
	here.awaitBroker(t, "connected")
	there.awaitBroker(t, "connected")

	nats.Shutdown()
	nats.WaitForShutdown()
	here.awaitBroker(t, "unreachable")
	there.awaitBroker(t, "unreachable")
	l.awaitAnswers(t)
	l.mu.Lock()
	raised := append([]acknowledged(nil), l.done[notifications]...)
	l.mu.Unlock()
	l.hub.await(t, raised) // from the database

	startNATS(t, at)
	here.awaitBroker(t, "connected")
	there.awaitBroker(t, "connected")
	l.finish(t)
	require.Empty(t, l.refused)
	here.stop(t)
	there.stop(t)
}
