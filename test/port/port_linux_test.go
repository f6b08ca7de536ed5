package port_test

import (
	"net"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/test/port"
)

// A server listens on the port, ends, and listens on it again, and nobody else gets it.
func TestKeep(t *testing.T) {
	t.Parallel()
	address := port.KeepAddress(t)
	var config net.ListenConfig
	for range 2 {
		server, err := config.Listen(t.Context(), "tcp", address)
		require.NoError(t, err)
		require.NoError(t, server.Close())
		_, err = net.Dial("tcp", address) //nolint:noctx // it is refused
		require.Error(t, err)
		for range 2000 {
			other, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
			require.NoError(t, err)
			require.NotEqual(t, address, other.Addr().String())
			require.NoError(t, other.Close())
		}
	}
}
