package app

import (
	"context"
	"errors"
	"time"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/file/blob"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/privacy"
	"github.com/firmhub/firmhub/internal/job"
)

// Worker is a [Core] with its files and with every kind of job: firmhub without its API.
type Worker struct {
	*Core

	Files   *file.Store
	Imports *importer.Importer
	// Campaigns manages the campaigns of firms.
	Campaigns *campaign.Manager
	// Privacy exports and erases people.
	Privacy *privacy.Manager
	serving serving
	authz   *authz.Enforcer
	runner  *job.Runner
	blobs   blob.Store
}

// OpenWorker does the same as [Open], and also opens the files. Its jobs have the settings, which
// have to be those of the server. The caller closes the Worker.
func OpenWorker(ctx context.Context, settings Config) (*Worker, error) {
	if err := settings.Validate(); err != nil {
		return nil, err
	}
	core, err := openCommand(ctx, settings)
	if err != nil {
		return nil, err
	}
	w := newWorker(core)
	unobserved := func(string, job.Result, time.Duration) {}
	if err := w.build(settings.Defaults(), unobserved); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// newWorker returns a Worker whose files are not open yet.
func newWorker(core *Core) *Worker {
	return &Worker{Core: core, authz: authz.New(core.DB.Client, authz.DefaultSize)}
}

func (w *Worker) build(settings Config, observe func(string, job.Result, time.Duration)) (err error) {
	if w.blobs, err = blob.Open(settings.FilesURL); err != nil {
		return config.Refuse(config.FilesURL, "can't be used: %v.", err)
	}
	w.Files = file.New(w.DB, w.blobs, w.authz, settings.PublicURL)
	w.Imports = importer.New(w.DB, w.Files, w.authz, w.Notifications, w.serving.isBusy)
	w.Campaigns = campaign.NewManager(w.DB, w.Wallets, w.Messages, w.Notifications)
	limits, err := settings.RateLimits()
	if err != nil {
		return err
	}
	w.Privacy = privacy.NewManager(w.DB, w.Files, w.Messages, w.Campaigns, w.Imports,
		privacy.Config{Key: w.Secrets, NoRateLimit: limits.Off})
	w.runner = w.newRunner(settings, observe)
	return nil
}

// While runs jobs while do runs, whatever happens to ctx. It returns when the steps that ran then
// have ended.
func (w *Worker) While(ctx context.Context, do func() error) error {
	running, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	if err := w.runner.Start(running); err != nil {
		return err
	}
	err := do()
	stop()
	return errors.Join(err, w.runner.Wait())
}

// Close closes files and database.
func (w *Worker) Close() (err error) {
	if w.blobs != nil {
		err = w.blobs.Close()
	}
	return errors.Join(err, w.Core.Close())
}
