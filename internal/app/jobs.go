package app

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/firmhub/firmhub/internal/fault"
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
)

// Kind implements job.Args.
func (rotateKeys) Kind() string { return "auth.rotate_keys" }

// Kind implements job.Args.
func (deleteSessions) Kind() string { return "auth.delete_expired" }

// Kind implements job.Args.
func (deleteInvitations) Kind() string { return "user.delete_expired_invitations" }

// Kind implements job.Args.
func (deleteCalls) Kind() string { return "apiclient.delete_old_calls" }

// newRunner returns a runner of every kind of job.
func (a *App) newRunner() *job.Runner {
	r := job.NewRunner(job.Config{
		DB: a.db, Lookup: a.initiator, PollOnly: a.config.DatabaseDirectURL != "", Observe: a.metrics.job,
	})
	job.Every(r, 5*time.Minute, rotateKeys{}, func(ctx context.Context, _ *job.Step[rotateKeys]) error {
		return a.tokens.Rotate(ctx)
	})
	job.Every(r, time.Hour, deleteSessions{}, inBatches[deleteSessions](a.sessions.Cleanup))
	job.Every(r, time.Hour, deleteInvitations{}, inBatches[deleteInvitations](func(ctx context.Context) (bool, error) {
		return user.Cleanup(ctx, a.db)
	}))
	job.Every(r, time.Hour, deleteCalls{}, inBatches[deleteCalls](func(ctx context.Context) (bool, error) {
		return apiclient.Cleanup(ctx, a.db)
	}))
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
		return apiclient.Initiator(ctx, a.db, firm, by)
	}
	return a.memberships.Initiator(ctx, firm, by)
}

// ListJobs returns jobs, the newest first, at most limit: those in a state, or all but the completed ones when state is
// empty.
func (c *Core) ListJobs(ctx context.Context, state string, limit int) ([]job.Info, error) {
	const most = 10_000
	if limit < 1 || limit > most {
		return nil, fault.New(fault.ValidationError, "The limit must be from 1 to %d.", most)
	}
	states := slices.DeleteFunc(job.States(), func(one job.State) bool {
		return state != "" && state != string(one) || state == "" && one == job.Completed
	})
	if len(states) == 0 {
		return nil, fault.New(fault.ValidationError, "A job is never %q; its states are %v.", state, job.States())
	}
	return c.jobs.List(ctx, states, limit)
}

// RetryJob has a failed or cancelled job go on; see [job.Manager.Retry].
func (c *Core) RetryJob(ctx context.Context, id int64) error { return c.jobs.Retry(ctx, id) }

// CancelJob ends a job; see [job.Manager.Cancel].
func (c *Core) CancelJob(ctx context.Context, id int64) error { return c.jobs.Cancel(ctx, id) }
