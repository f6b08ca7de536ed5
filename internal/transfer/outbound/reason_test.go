package outbound_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

func TestReason(t *testing.T) {
	t.Parallel()
	failed := func(op string, err error) error {
		return fmt.Errorf("call: %w", &net.OpError{Op: op, Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(10, 1, 2, 3), Port: 5432}, Err: err})
	}
	for _, c := range []struct {
		err  error
		want string
	}{
		{failed("dial", fmt.Errorf("%w: 10.1.2.3:25", outbound.ErrAddress)), "the address is not on the public internet"},
		{failed("dial", &net.DNSError{Err: "no such host", Name: "a.internal", Server: "10.0.0.2:53", IsNotFound: true}), "the host was not found"},
		{failed("dial", &net.DNSError{Err: "timeout", Name: "a.internal", Server: "10.0.0.2:53", IsTimeout: true}), "the host was not found"},
		{failed("dial", os.NewSyscallError("connect", syscall.ECONNREFUSED)), "the connection was refused"},
		{failed("dial", os.ErrDeadlineExceeded), "the connection took too long"},
		{failed("dial", context.DeadlineExceeded), "the connection took too long"},
		{failed("dial", os.NewSyscallError("connect", syscall.EHOSTUNREACH)), "the host can't be reached"},
		{failed("read", os.ErrDeadlineExceeded), ""},
		{failed("read", os.NewSyscallError("read", syscall.ECONNRESET)), "the connection was lost"},
		{failed("remote error", errors.New("tls: handshake failure")), "the server refused the TLS connection"},
		{io.EOF, ""},
		{nil, ""},
	} {
		require.Equal(t, c.want, outbound.Reason(c.err), "%v", c.err)
	}
}

// The errors of real connections have these reasons.
func TestReason_dial(t *testing.T) {
	t.Parallel()
	_, err := outbound.NewGuard(nil).DialContext(t.Context(), "tcp", "localhost:443")
	require.Equal(t, "the address is not on the public internet", outbound.Reason(err))
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, listener.Close())
	_, err = outbound.NewGuard(loopback).DialContext(t.Context(), "tcp", listener.Addr().String())
	require.Equal(t, "the connection was refused", outbound.Reason(err))
}
