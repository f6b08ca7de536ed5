package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/google/uuid"
)

// EndSession implements endSession.
func (r *mutationResolver) EndSession(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return id, r.options.Sessions.EndOwnSession(ctx, id)
}

// EndOtherSessions implements endOtherSessions.
func (r *mutationResolver) EndOtherSessions(ctx context.Context) (int, error) {
	return r.options.Sessions.EndOwnOtherSessions(ctx)
}

// Sessions implements sessions.
func (r *queryResolver) Sessions(ctx context.Context) ([]*session.OpenSession, error) {
	return r.options.Sessions.Sessions(ctx)
}
