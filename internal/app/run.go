package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/version"
	"github.com/firmhub/firmhub/internal/httpd"
)

// Run serves on the listeners from [config.Config.Listen] until ctx is done, and then stops
// gracefully. It reports that it is not ready, which takes effect within
// [config.Config.StopDelay]. Then it accepts no new connections, waits for the running
// requests (20 seconds at most), closes the streams, and waits for the running steps of jobs and
// the running calls of providers (10 seconds at most). Once the server answers, Run calls ready
// with its URL. An App runs once.
func (a *App) Run(ctx context.Context, listeners *config.Listeners, ready func(url string)) error {
	if err := a.runner.Start(a.stopping); err != nil {
		listeners.Close()
		return err
	}
	defer context.AfterFunc(ctx, a.leave)()
	var sending sync.WaitGroup
	sending.Go(func() { a.Send(a.stopping) })
	if a.scrapes != nil {
		defer a.scrapes.Background(listeners.Metrics)()
	}
	if listeners.Pprof != nil {
		defer serveProfiles(ctx, listeners.Pprof)()
	}
	err := a.server.Serve(ctx, listeners.API, func() {
		url := httpd.URL(listeners.API.Addr())
		slog.InfoContext(ctx, "serving", "url", url, "database", a.DB.Dialect(), "version", version.String())
		ready(url)
	}, func() {
		a.connections.Stop()
		a.stop()
	})
	a.stop()
	err = errors.Join(err, a.runner.Wait())
	sending.Wait()
	a.server.Wait(ctx)
	a.hub.Close()
	return errors.Join(err, a.settle())
}

// Send sends the messages that wait, works on the hooks of providers, runs campaigns, and delivers
// events to webhooks, until ctx is done.
func (a *App) Send(ctx context.Context) {
	var running sync.WaitGroup
	running.Go(func() { a.hooks.Run(ctx) })
	running.Go(func() { a.Campaigns.NewRunner(0).Run(ctx) })
	running.Go(func() { a.media.Run(ctx) })
	running.Go(func() { a.deliverer.Run(ctx) })
	a.dispatcher.Run(ctx)
	running.Wait()
}

// settle stores what is only in memory, once no request can add to it.
func (a *App) settle() (err error) {
	for _, loop := range a.loops {
		if closing := loop.Close(context.Background()); closing != nil {
			err = errors.Join(err, fmt.Errorf("what was only in memory is lost: %w", closing))
		}
	}
	return err
}

// Close stops everything that runs, and closes the database.
func (a *App) Close() error {
	a.stop()
	if a.hub != nil { // else New failed before
		a.hub.Close()
	}
	a.watching.Wait()
	return errors.Join(a.settle(), a.Worker.Close())
}
