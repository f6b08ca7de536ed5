package httpd_test

import (
	"context"
	"net"
	"net/http"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/httpd"
)

// pipes listens for connections inside the process, whose time is that of the test.
type pipes struct {
	accepted chan net.Conn
	closed   chan struct{}
}

func newPipes() *pipes { return &pipes{accepted: make(chan net.Conn), closed: make(chan struct{})} }

// dial connects to a server that listens. It is refused once the server does not.
func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.accepted <- server:
		return client, nil
	case <-p.closed:
		return nil, syscall.ECONNREFUSED
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.accepted:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	close(p.closed)
	return nil
}

func (*pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80} }

// Between the signal to stop and the end, a server answers new requests, and ends their
// connections.
func TestServe_StopDelay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testStopDelay)
}

func testStopDelay(t *testing.T) {
	const delay = time.Minute
	server, err := httpd.New(httpd.Options{
		Mounts:    []httpd.Mount{{Method: http.MethodGet, Path: "/healthz", Kind: httpd.Probe, Handler: http.HandlerFunc(httpd.Healthz)}},
		Refuse:    func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusTeapot) },
		StopDelay: delay,
	})
	require.NoError(t, err)
	listener := newPipes()
	client := &http.Client{Transport: &http.Transport{DialContext: listener.dial}}
	ask := func() bool {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+listener.Addr().String()+"/healthz", http.NoBody)
		require.NoError(t, err)
		answer, err := client.Do(request)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		require.Equal(t, http.StatusOK, answer.StatusCode)
		return answer.Close
	}

	ctx, stop := context.WithCancel(t.Context())
	ready, closing, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- server.Serve(ctx, listener, func() { close(ready) }, func() { close(closing) })
	}()
	<-ready
	require.False(t, ask())
	stopped := time.Now()
	stop()
	synctest.Wait() // until the server has seen the signal
	require.True(t, ask())
	require.True(t, ask(), "a new connection is still accepted")
	<-closing
	require.Equal(t, delay, time.Since(stopped))
	require.NoError(t, <-ended)
	_, err = listener.dial(t.Context(), "", "")
	require.Error(t, err)
}
