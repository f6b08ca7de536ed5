package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/figures"
	"github.com/firmhub/firmhub/internal/domain/task"
)

// RetryJob implements retryJob.
func (r *mutationResolver) RetryJob(ctx context.Context, number string) (*task.Job, error) {
	return task.Retry(ctx, r.options.DB, r.options.Jobs, number)
}

// CancelJob implements cancelJob.
func (r *mutationResolver) CancelJob(ctx context.Context, number string) (*task.Job, error) {
	return task.Cancel(ctx, r.options.DB, r.options.Jobs, number)
}

// Jobs implements jobs.
func (r *queryResolver) Jobs(ctx context.Context, input *task.ListInput) ([]*task.Job, error) {
	return task.List(ctx, r.options.Jobs, given(input))
}

// ServerFigures implements serverFigures.
func (r *queryResolver) ServerFigures(ctx context.Context) (*figures.Figures, error) {
	return r.options.Figures.Read(ctx)
}
