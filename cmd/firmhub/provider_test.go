package main

import (
	"net"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestProvider(t *testing.T) {
	t.Parallel()
	listen := func(t *testing.T) net.Listener {
		t.Helper()
		listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		return listener
	}
	for name, broken := range map[string]int{"Web": 0, "Mail": 1} {
		t.Run("Err"+name, func(t *testing.T) {
			t.Parallel()
			listeners := []net.Listener{listen(t), listen(t)}
			require.NoError(t, listeners[broken].Close())
			err := new(providerCommand).serve(t.Context(), &console{stderr: t.Output()}, listeners[0], listeners[1])
			require.ErrorIs(t, err, net.ErrClosed)
			_, err = listeners[1-broken].Accept()
			require.ErrorIs(t, err, net.ErrClosed, "the other server ends, too")
		})
	}
}
