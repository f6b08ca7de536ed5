package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
)

// Run serves on the listeners from [Listen] until ctx is done, then stops gracefully: not ready any more, no new
// connections, the requests under way end (20 seconds at most), the streams are closed, and steps of jobs that run
// end (10 seconds at most). It calls ready with the server's URL once that answers. An App runs once.
func (a *App) Run(ctx context.Context, listeners *Listeners, ready func(url string)) error {
	if err := a.runner.Start(a.stopping); err != nil {
		listeners.Close()
		return err
	}
	stopMetrics := a.serveMetrics(listeners.Metrics)
	server := newServer(a.handler)
	server.ConnState = newConnections(a.handler.trusted).observe
	err := serve(ctx, listeners.API, server, func(url string) {
		slog.InfoContext(ctx, "serving", "url", url, "database", a.db.Dialect(), "version", Version())
		ready(url)
	}, func() {
		a.connections.Stop()
		a.stop()
	})
	stopMetrics()
	a.stop()
	err = errors.Join(err, a.runner.Wait())
	a.handler.wait(ctx)
	return errors.Join(err, a.settle())
}

// settle writes down the calls of API clients that are in memory only, once no request can add to them.
func (a *App) settle() error {
	if a.calls == nil {
		return nil // it never came so far
	}
	if err := a.calls.Close(context.Background()); err != nil {
		return fmt.Errorf("the last calls of API keys are lost: %w", err)
	}
	return nil
}

// Close ends what is open, and closes the database.
func (a *App) Close() error {
	a.stop()
	return errors.Join(a.settle(), a.Core.Close())
}
