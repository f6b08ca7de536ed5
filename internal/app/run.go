package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/firmhub/firmhub/internal/user"
)

// Run serves on the listeners from [Listen] until ctx is done, then stops gracefully: not ready any more, no new
// connections, the requests under way end (20 seconds at most), the streams are closed. It calls ready with the server's
// URL once that answers. An App runs once.
func (a *App) Run(ctx context.Context, listeners *Listeners, ready func(url string)) error {
	var chores sync.WaitGroup
	for _, c := range a.chores() {
		chores.Go(func() { c.run(a.stopping) })
	}
	stopMetrics := a.serveMetrics(listeners.Metrics)
	server := newServer(a.handler)
	server.ConnState = newConnections(a.handler.trusted).observe
	err := serve(ctx, listeners.API, server, func(url string) {
		slog.InfoContext(ctx, "serving", "url", url, "database", a.db.Dialect(), "version", Version())
		ready(url)
	}, func() {
		a.graph.Close()
		a.stop()
	})
	stopMetrics()
	a.stop()
	chores.Wait()
	a.handler.wait(ctx)
	return errors.Join(err, a.settle())
}

func (a *App) chores() []chore {
	return []chore{
		{name: "rotate the signing keys", every: 5 * time.Minute, do: a.auth.Rotate},
		{name: "delete what has expired", every: time.Hour, do: a.auth.Cleanup},
		{name: "delete invitations that expired long ago", every: time.Hour, do: func(ctx context.Context) error {
			return user.Cleanup(ctx, a.db)
		}},
		{name: "delete old calls", every: time.Hour, do: func(ctx context.Context) error {
			return apiclient.Cleanup(ctx, a.db)
		}},
	}
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
