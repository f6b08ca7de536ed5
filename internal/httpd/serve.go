package httpd

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 60 * time.Second
	writeTimeout      = 90 * time.Second
	idleTimeout       = 120 * time.Second
	maxHeaderBytes    = 32 << 10
	// drainTimeout is how long running requests may take to end once the server stops.
	drainTimeout = 20 * time.Second
	// waitTimeout is how long the server then waits for the remaining ones.
	waitTimeout = 5 * time.Second
)

// listenerServer returns an http.Server with the limits that apply before a handler is called. It
// speaks only HTTP/1.1: without TLS no browser would speak HTTP/2.
func (s *Server) listenerServer() *http.Server {
	server := &http.Server{
		Handler:           s,
		ConnState:         newConnections(s.proxies).observe,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
		Protocols:         new(http.Protocols),
		// OPTIONS * passes the limits like any other request.
		DisableGeneralOptionsHandler: true,
	}
	server.Protocols.SetHTTP1(true)
	return server
}

// Serve answers on the listener, which it closes, until ctx is done and then for the time
// [Options.StopDelay]. In that time a proxy finds out that the server is not ready, and each answer
// ends its connection. Then Serve waits for the running requests, 20 seconds at most. It calls
// ready once connections are accepted, and closing before it begins to wait for the last requests.
func (s *Server) Serve(ctx context.Context, listener net.Listener, ready, closing func()) error {
	server := s.listenerServer()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	ready()

	select {
	case err := <-failed:
		closing()
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.leaving.Store(true)
	if s.stopDelay > 0 {
		slog.InfoContext(ctx, "stopping: not ready any more, but still serving", "for", s.stopDelay, "cause", context.Cause(ctx))
		select {
		case err := <-failed:
			closing()
			return fmt.Errorf("serve: %w", err)
		case <-time.After(s.stopDelay):
		}
	}
	slog.InfoContext(ctx, "stopping: waiting for the requests under way", "cause", context.Cause(ctx))
	closing()
	// ctx is already done; the running requests have their own time.
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	err := server.Shutdown(drain)
	if err != nil {
		slog.WarnContext(ctx, "some requests did not end in time and were cut", "error", err)
		err = server.Close()
	}
	if served := <-failed; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

// Background answers on a listener, which it closes, until the returned function is called.
// Requests that are then running are cut.
func (s *Server) Background(listener net.Listener) (stop func()) {
	server := s.listenerServer()
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	return func() {
		_ = server.Close()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			slog.Error("a server stopped by itself", "address", listener.Addr().String(), "error", err)
		}
	}
}

// Wait returns when no request is running. Call it after Serve, when the remaining requests are
// about to end. It stops waiting after 5 seconds.
func (s *Server) Wait(ctx context.Context) {
	ended := make(chan struct{})
	go func() {
		s.active.Wait()
		close(ended)
	}()
	select {
	case <-ended:
	case <-time.After(waitTimeout):
		slog.WarnContext(ctx, "a request does not end")
	}
}

// URL returns the URL to open on this machine for a listener's address.
func URL(address net.Addr) string {
	host, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return "http://" + address.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}
