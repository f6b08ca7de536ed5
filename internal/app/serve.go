package app

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
	maxHeaderBytes    = 64 << 10
	// drainTimeout is how long requests that are under way may take to end once the server stops.
	drainTimeout = 20 * time.Second
)

// Listen takes the address to serve on. It comes before [New], so that nothing is made for a server that can't serve;
// who calls early waits until [App.Run] answers. A setting that can't be used is a [*ConfigError].
func Listen(ctx context.Context, config Config) (net.Listener, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	addr := config.Defaults().Addr
	var listen net.ListenConfig
	listener, err := listen.Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("FIRMHUB_ADDR %s can't be listened on: %w", addr, err)
	}
	return listener, nil
}

// serve answers on the listener, which it closes, until ctx is done; then it lets what is under way end, at most
// drainTimeout. It calls ready with the URL once connections are accepted, and closing before it begins to wait for the
// last of them.
func serve(ctx context.Context, listener net.Listener, handler http.Handler, ready func(url string), closing func()) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	ready(reachableURL(listener.Addr()))

	select {
	case err := <-failed:
		closing()
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	slog.InfoContext(ctx, "stopping: waiting for the requests under way")
	closing()
	// ctx is done already; the drain has a time of its own.
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

// reachableURL is what to open on this machine.
func reachableURL(address net.Addr) string {
	host, port, err := net.SplitHostPort(address.String())
	if err != nil {
		return "http://" + address.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}
