package app

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/user"
	"github.com/firmhub/firmhub/internal/viewer"
)

// The arguments of the periodic tasks.
type (
	rotateKeys        struct{}
	deleteSessions    struct{}
	deleteInvitations struct{}
	deleteCalls       struct{}
	deleteFiles       struct{}
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

// newRunner returns a runner of every kind of job.
func (a *App) newRunner() *job.Runner {
	r := job.NewRunner(job.Config{
		DB: a.DB, Lookup: a.initiator, PollOnly: a.config.DatabaseDirectURL != "", Observe: a.metrics.Step,
	})
	job.Every(r, 5*time.Minute, rotateKeys{}, func(ctx context.Context, _ *job.Step[rotateKeys]) error {
		return a.Tokens.Rotate(ctx)
	})
	job.Every(r, time.Hour, deleteSessions{}, inBatches[deleteSessions](a.Sessions.Cleanup))
	job.Every(r, time.Hour, deleteInvitations{}, inBatches[deleteInvitations](func(ctx context.Context) (bool, error) {
		return user.Cleanup(ctx, a.DB)
	}))
	job.Every(r, time.Hour, deleteCalls{}, inBatches[deleteCalls](func(ctx context.Context) (bool, error) {
		return apiclient.Cleanup(ctx, a.DB)
	}))
	job.Every(r, time.Hour, deleteFiles{}, inBatches[deleteFiles](a.files.Cleanup))
	return r
}

// inBatches makes a step of each batch of a task that reports whether there is more to do.
func inBatches[A job.Args](batch func(context.Context) (more bool, err error)) func(context.Context, *job.Step[A]) error {
	return func(ctx context.Context, step *job.Step[A]) error {
		more, err := batch(ctx)
		if more {
			step.Next(step.Args)
		}
		return err
	}
}

// initiator returns the viewer that whoever queued a job is now.
func (a *App) initiator(ctx context.Context, firm uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
	if by.Kind() == viewer.APIClient {
		return apiclient.Initiator(ctx, a.DB, firm, by)
	}
	return a.Memberships.Initiator(ctx, firm, by)
}
