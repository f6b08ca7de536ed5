package dbtest

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// forward copies messages of the protocol of PostgreSQL from one side to the other, and reads them.
type forward func(to io.Writer, from io.Reader) error

// copyAll is a [forward] that reads nothing.
func copyAll(to io.Writer, from io.Reader) error {
	_, err := io.Copy(to, from)
	return err
}

// proxy returns the address of a proxy for a server. It is closed at the end of the test.
func proxy(t testing.TB, server string, toServer, toClient forward) string {
	t.Helper()
	if _, _, err := net.SplitHostPort(server); err != nil {
		server = net.JoinHostPort(server, "5432")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // closed below
	require.NoError(t, err)
	var open sync.WaitGroup
	ctx, closeAll := context.WithCancel(context.WithoutCancel(t.Context()))
	t.Cleanup(func() {
		_ = listener.Close()
		closeAll()
		open.Wait()
	})
	open.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			upstream, err := net.Dial("tcp", server) //nolint:noctx // closed below
			if err != nil {
				_ = client.Close()
				continue
			}
			closeBoth := func() { _, _ = client.Close(), upstream.Close() }
			context.AfterFunc(ctx, closeBoth)
			open.Go(func() { _ = toServer(upstream, client); closeBoth() })
			open.Go(func() { _ = toClient(client, upstream); closeBoth() })
		}
	})
	return listener.Addr().String()
}
