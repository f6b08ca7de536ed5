package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/rest"
)

const (
	readHeaderTimeout = 10 * time.Second
	readTimeout       = 60 * time.Second
	writeTimeout      = 90 * time.Second
	idleTimeout       = 120 * time.Second
	maxHeaderBytes    = 32 << 10
	// drainTimeout is how long requests that are under way may take to end once the server stops.
	drainTimeout = 20 * time.Second
)

// Listeners are the addresses that an [App] serves on.
type Listeners struct {
	// API is for everything. Metrics is for /metrics alone, nil unless it has an address of its own.
	API, Metrics net.Listener
}

// Listen takes the addresses to serve on. It comes before [New], so that nothing is made for a server that can't serve;
// who calls early waits until [App.Run] answers. A setting that can't be used is a [*ConfigError].
func Listen(ctx context.Context, config Config) (*Listeners, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	config = config.Defaults()
	var listen net.ListenConfig
	api, err := listen.Listen(ctx, "tcp", config.Addr)
	if err != nil {
		return nil, fmt.Errorf("FIRMHUB_ADDR %s can't be listened on: %w", config.Addr, err)
	}
	listeners := &Listeners{API: api}
	if config.MetricsAddr == "" {
		return listeners, nil
	}
	if listeners.Metrics, err = listen.Listen(ctx, "tcp", config.MetricsAddr); err != nil {
		return nil, errors.Join(fmt.Errorf("FIRMHUB_METRICS_ADDR %s can't be listened on: %w", config.MetricsAddr, err), api.Close())
	}
	return listeners, nil
}

// Close frees the addresses. Where [App.Run] has served on them, they are closed already.
func (l *Listeners) Close() {
	_ = l.API.Close()
	if l.Metrics != nil {
		_ = l.Metrics.Close()
	}
}

// newServer returns a server with the limits that hold before a handler is asked. It speaks HTTP/1.1 alone: without TLS
// no browser would speak HTTP/2.
func newServer(handler http.Handler) *http.Server {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(slog.Default().Handler(), slog.LevelWarn),
		Protocols:         new(http.Protocols),
		// OPTIONS * goes through the limits like any other request.
		DisableGeneralOptionsHandler: true,
	}
	server.Protocols.SetHTTP1(true)
	return server
}

// serve answers on the listener, which it closes, until ctx is done; then it lets what is under way end, at most
// drainTimeout. It calls ready with the URL once connections are accepted, and closing before it begins to wait for the
// last of them.
func serve(ctx context.Context, listener net.Listener, server *http.Server, ready func(url string), closing func()) error {
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

// serveMetrics answers /metrics on a listener of its own, if there is one, until the function that it returns is called.
func (a *App) serveMetrics(listener net.Listener) (stop func()) {
	if listener == nil {
		return func() {}
	}
	mux := http.NewServeMux()
	mux.Handle("GET "+metricsPath, a.metrics.handler())
	server := newServer(a.limitScrapes(mux))
	server.ConnState = newConnections(a.handler.trusted).observe
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	return func() {
		_ = server.Close() // nothing is lost with a scrape
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			slog.Error("/metrics could not be served", "error", err)
		}
	}
}

// limitScrapes refuses requests beyond the limit of /metrics.
func (a *App) limitScrapes(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		caller := &viewer.Viewer{Request: describe(r, a.handler.trusted)}
		if err := a.handler.scrapes.admit(caller); err != nil {
			rest.Refuse(w, as(r, caller), err)
			return
		}
		next.ServeHTTP(w, r)
	})
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
