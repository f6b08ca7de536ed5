package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"

	"github.com/firmhub/firmhub/internal/httpd"
)

// Listeners are the addresses that an [App] serves on.
type Listeners struct {
	// API is for everything. Metrics is for /metrics alone, nil unless it has an address of its own.
	API, Metrics net.Listener
}

// Listen takes the addresses to serve on. It comes before [New], so that no database is created for a server that can't
// serve; clients that call early wait until [App.Run] answers. A setting that can't be used is a [*config.Error].
func Listen(ctx context.Context, settings Config) (*Listeners, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	settings = settings.Defaults()
	var listen net.ListenConfig
	api, err := listen.Listen(ctx, "tcp", settings.Addr)
	if err != nil {
		return nil, fmt.Errorf("FIRMHUB_ADDR %s can't be listened on: %w", settings.Addr, err)
	}
	listeners := &Listeners{API: api}
	if settings.MetricsAddr == "" {
		return listeners, nil
	}
	if listeners.Metrics, err = listen.Listen(ctx, "tcp", settings.MetricsAddr); err != nil {
		return nil, errors.Join(fmt.Errorf("FIRMHUB_METRICS_ADDR %s can't be listened on: %w", settings.MetricsAddr, err), api.Close())
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

// Run serves on the listeners from [Listen] until ctx is done, then stops gracefully: not ready any more, no new
// connections, the requests under way end (20 seconds at most), the streams are closed, and steps of jobs that run
// end (10 seconds at most). It calls ready with the server's URL once that answers. An App runs once.
func (a *App) Run(ctx context.Context, listeners *Listeners, ready func(url string)) error {
	if err := a.runner.Start(a.stopping); err != nil {
		listeners.Close()
		return err
	}
	if a.scrapes != nil {
		defer a.scrapes.Background(listeners.Metrics)()
	}
	err := a.server.Serve(ctx, listeners.API, func() {
		url := httpd.URL(listeners.API.Addr())
		slog.InfoContext(ctx, "serving", "url", url, "database", a.DB.Dialect(), "version", Version())
		ready(url)
	}, func() {
		a.connections.Stop()
		a.stop()
	})
	a.stop()
	err = errors.Join(err, a.runner.Wait())
	a.server.Wait(ctx)
	return errors.Join(err, a.settle())
}

// settle stores the calls of API clients that are in memory only, once no request can add to them.
func (a *App) settle() error {
	if a.calls == nil {
		return nil // New failed before
	}
	if err := a.calls.Close(context.Background()); err != nil {
		return fmt.Errorf("the last calls of API keys are lost: %w", err)
	}
	return nil
}

// Close stops what runs, and closes the database.
func (a *App) Close() error {
	a.stop()
	err := a.settle()
	if a.blobs != nil {
		err = errors.Join(err, a.blobs.Close())
	}
	return errors.Join(err, a.Core.Close())
}
