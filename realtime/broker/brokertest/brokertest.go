// Package brokertest runs a NATS server for a test, and breaks the connections to it.
package brokertest

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/broker"
)

// patience is how long a test waits for what must happen.
const patience = time.Minute

// Server runs a NATS server until the test ends, and returns its URL.
func Server(t testing.TB) string {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, NoLog: true, NoSigs: true})
	require.NoError(t, err)
	s.Start()
	require.True(t, s.ReadyForConnections(patience))
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	return s.ClientURL()
}

// Join returns a broker that is connected, until the test ends.
func Join(t testing.TB, url string, installation uuid.UUID) *broker.NATS {
	t.Helper()
	b := broker.NewNATS(url)
	b.Join(installation)
	t.Cleanup(func() { require.NoError(t, b.Close()) })
	require.Eventually(t, func() bool { return b.Status().Connected }, patience, time.Millisecond)
	return b
}
