// Package port keeps ports of this machine for servers that can't choose one themselves, because
// others must know it before, or because they use it again.
package port

import (
	"net"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Keep returns a port of 127.0.0.1 that nothing but the servers of the test uses until its end. On
// Linux no other process gets it by asking for any port, also while no server listens on it.
// Elsewhere it is only free at first.
func Keep(t testing.TB) string {
	t.Helper()
	number, free, err := keep()
	require.NoError(t, err)
	t.Cleanup(free)
	return strconv.Itoa(number)
}

// KeepAddress returns the address of a port that is kept.
func KeepAddress(t testing.TB) string {
	t.Helper()
	return net.JoinHostPort("127.0.0.1", Keep(t))
}
