package httpd_test

import (
	"context"
	"net"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/httpd"
)

// Between the signal to stop and the end, a server answers new requests, and ends their
// connections.
func TestServe_StopDelay(t *testing.T) {
	t.Parallel()
	const delay = time.Second
	server, err := httpd.New(httpd.Options{
		Mounts:    []httpd.Mount{{Method: http.MethodGet, Path: "/healthz", Kind: httpd.Probe, Handler: http.HandlerFunc(httpd.Healthz)}},
		Refuse:    func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusTeapot) },
		StopDelay: delay,
	})
	require.NoError(t, err)
	var listen net.ListenConfig
	listener, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ask := func() bool {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+listener.Addr().String()+"/healthz", http.NoBody)
		require.NoError(t, err)
		answer, err := http.DefaultClient.Do(request)
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
	for !ask() {
		runtime.Gosched() // until the server has seen the signal
	}
	require.True(t, ask(), "a new connection is still accepted")
	<-closing
	require.GreaterOrEqual(t, time.Since(stopped), delay)
	require.NoError(t, <-ended)
	_, err = net.Dial("tcp", listener.Addr().String()) //nolint:noctx // it is refused
	require.Error(t, err)
}
