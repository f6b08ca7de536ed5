package app

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/domain/webhook"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// The arguments of the periodic tasks.
type (
	rotateKeys          struct{}
	deleteSessions      struct{}
	deleteInvitations   struct{}
	deleteCalls         struct{}
	deleteFiles         struct{}
	deleteImports       struct{}
	optimize            struct{}
	deleteNotifications struct{}
	deleteWalletKeys    struct{}
	closeWalletDays     struct{}
	maintainMessages    struct{}
	deleteMedia         struct{}
	recountMessages     struct{}
	deleteDecisions     struct{}
	deleteEvents        struct{}
	emptyMessages       struct{}
)

// Kind implements job.Args.
func (rotateKeys) Kind() string { return "token.rotate_keys" }

// Kind implements job.Args.
func (deleteSessions) Kind() string { return "session.delete_expired" }

// Kind implements job.Args.
func (deleteInvitations) Kind() string { return "user.delete_expired_invitations" }

// Kind implements job.Args.
func (deleteCalls) Kind() string { return "apiclient.delete_old_calls" }

// Kind implements job.Args.
func (deleteFiles) Kind() string { return "file.delete_old" }

// Kind implements job.Args.
func (deleteImports) Kind() string { return "contact.delete_old_imports" }

// Kind implements job.Args.
func (optimize) Kind() string { return "db.optimize" }

// Kind implements job.Args.
func (deleteNotifications) Kind() string { return "notification.delete_old" }

// Kind implements job.Args.
func (deleteWalletKeys) Kind() string { return "wallet.delete_old_keys" }

// Kind implements job.Args.
func (closeWalletDays) Kind() string { return "wallet.close_days" }

// Kind implements job.Args.
func (maintainMessages) Kind() string { return "messaging.maintain" }

// Kind implements job.Args.
func (deleteMedia) Kind() string { return "messaging.delete_old_media" }

// Kind implements job.Args.
func (recountMessages) Kind() string { return "messaging.recount" }

// Kind implements job.Args.
func (deleteDecisions) Kind() string { return "policy.delete_old_decisions" }

// Kind implements job.Args.
func (deleteEvents) Kind() string { return "event.delete_old" }

// Kind implements job.Args.
func (emptyMessages) Kind() string { return "messaging.empty_old" }

// newRunner returns a runner of every kind of job.
func (w *Worker) newRunner(settings Config, observe func(string, job.Result, time.Duration)) *job.Runner {
	r := job.NewRunner(job.Config{
		DB: w.DB, Lookup: w.initiator, PollOnly: settings.DatabaseDirectURL != "", Observe: observe,
		Tracer: settings.Tracer,
		IsActive: func(ctx context.Context, id uuid.UUID) (bool, error) {
			active, err := firm.ActiveIDs(ctx, w.DB, []uuid.UUID{id})
			return len(active) > 0, err
		},
	})
	job.Every(r, 5*time.Minute, rotateKeys{}, func(ctx context.Context, _ *job.Step[rotateKeys]) error {
		return w.Tokens.Rotate(ctx)
	})
	job.Every(r, time.Hour, deleteSessions{}, inBatches[deleteSessions](w.Sessions.Cleanup))
	job.Every(r, time.Hour, deleteInvitations{}, inBatches[deleteInvitations](func(ctx context.Context) (bool, error) {
		return user.Cleanup(ctx, w.DB)
	}))
	job.Every(r, time.Hour, deleteCalls{}, inBatches[deleteCalls](func(ctx context.Context) (bool, error) {
		return apiclient.Cleanup(ctx, w.DB)
	}))
	job.Every(r, time.Hour, deleteFiles{}, inBatches[deleteFiles](w.Files.Cleanup))
	job.Every(r, time.Hour, deleteImports{}, inBatches[deleteImports](w.Imports.Cleanup))
	job.Every(r, time.Hour, deleteNotifications{}, inBatches[deleteNotifications](func(ctx context.Context) (bool, error) {
		return w.Notifications.Cleanup(ctx, entity.Now().AddDate(0, 0, -settings.NotificationDays))
	}))
	job.Every(r, time.Hour, deleteWalletKeys{}, inBatches[deleteWalletKeys](func(ctx context.Context) (bool, error) {
		return wallet.CleanupKeys(ctx, w.DB, entity.Now().Add(-wallet.KeyRetention))
	}))
	job.Every(r, time.Hour, closeWalletDays{}, inBatches[closeWalletDays](func(ctx context.Context) (bool, error) {
		return wallet.CloseDay(ctx, w.DB, entity.Now())
	}))
	job.Every(r, time.Hour, maintainMessages{}, inBatches[maintainMessages](func(ctx context.Context) (bool, error) {
		return messaging.Maintain(ctx, w.DB, entity.Now())
	}))
	job.Every(r, time.Hour, deleteMedia{}, inBatches[deleteMedia](func(ctx context.Context) (bool, error) {
		now := entity.Now()
		before := messaging.Retained(now, settings.BodyRetention)
		if kept := messaging.Kept(now); kept.After(before) {
			before = kept
		}
		return media.Cleanup(ctx, w.DB, w.Files, before)
	}))
	// The task looks for firms whose time zone has changed, so it does not matter who changed it.
	job.Every(r, time.Minute, recountMessages{}, inBatches[recountMessages](func(ctx context.Context) (bool, error) {
		return messaging.Recount(ctx, w.DB)
	}))
	job.Every(r, time.Hour, deleteDecisions{}, inBatches[deleteDecisions](func(ctx context.Context) (bool, error) {
		return policy.Cleanup(ctx, w.DB)
	}))
	job.Every(r, time.Hour, deleteEvents{}, inBatches[deleteEvents](func(ctx context.Context) (bool, error) {
		before := entity.Now().Add(-event.Retention)
		more, err := webhook.Cleanup(ctx, w.DB, before)
		if err != nil || more {
			return more, err
		}
		return event.Cleanup(ctx, w.DB, before)
	}))
	job.Every(r, time.Hour, emptyMessages{}, inBatches[emptyMessages](func(ctx context.Context) (bool, error) {
		return messaging.EmptyOld(ctx, w.DB, messaging.Retained(entity.Now(), settings.BodyRetention))
	}))
	w.Imports.Handle(r)
	w.Privacy.Handle(r)
	w.Mails.Handle(r)
	w.Campaigns.Handle(r)
	if !w.DB.MaintainsItself() {
		job.Every(r, 10*time.Minute, optimize{}, func(ctx context.Context, _ *job.Step[optimize]) error {
			db.AfterCommit(ctx, func(ctx context.Context) error { return w.DB.Optimize(ctx) })
			return nil
		})
	}
	return r
}

// inBatches returns a task with one step for each batch. The task reports whether there is more to
// do.
func inBatches[A job.Args](batch func(context.Context) (more bool, err error)) func(context.Context, *job.Step[A]) error {
	return func(ctx context.Context, step *job.Step[A]) error {
		more, err := batch(ctx)
		if more {
			step.Next(step.Args)
		}
		return err
	}
}

// initiator returns the present viewer of the user or API client that queued a job.
func (w *Worker) initiator(ctx context.Context, firmID uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
	if by.Kind() == viewer.APIClient {
		return apiclient.Initiator(ctx, w.DB, firmID, by)
	}
	return w.Memberships.Initiator(ctx, firmID, by)
}
