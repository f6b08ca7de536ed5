package graph

import (
	"context"
	"strconv"

	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/figures"
	"github.com/firmhub/firmhub/internal/domain/task"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/google/uuid"
)

// ID implements id.
func (r *jobResolver) ID(ctx context.Context, obj *job.Info) (string, error) {
	return strconv.FormatInt(obj.ID, 10), nil
}

// FirmID implements firmId.
func (r *jobResolver) FirmID(ctx context.Context, obj *job.Info) (*uuid.UUID, error) {
	return unlessZero(obj.FirmID), nil
}

// UserID implements userId.
func (r *jobResolver) UserID(ctx context.Context, obj *job.Info) (*uuid.UUID, error) {
	return unlessZero(obj.By.UserID), nil
}

// Error implements error.
func (r *jobResolver) Error(ctx context.Context, obj *job.Info) (*string, error) {
	return unlessZero(obj.Error), nil
}

// RetryJob implements retryJob.
func (r *mutationResolver) RetryJob(ctx context.Context, id string) (*job.Info, error) {
	return task.Retry(ctx, r.options.DB, r.options.Jobs, id)
}

// CancelJob implements cancelJob.
func (r *mutationResolver) CancelJob(ctx context.Context, id string) (*job.Info, error) {
	return task.Cancel(ctx, r.options.DB, r.options.Jobs, id)
}

// Jobs implements jobs.
func (r *queryResolver) Jobs(ctx context.Context, input *task.ListInput) ([]*job.Info, error) {
	return task.List(ctx, r.options.Jobs, given(input))
}

// ServerFigures implements serverFigures.
func (r *queryResolver) ServerFigures(ctx context.Context) (*figures.Figures, error) {
	return r.options.Figures.Read(ctx)
}

func (r *resolver) Job() generated.JobResolver { return &jobResolver{r} }

type jobResolver struct{ *resolver }
