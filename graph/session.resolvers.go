package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/auth"
	"github.com/google/uuid"
)

// EndSession implements endSession.
func (r *mutationResolver) EndSession(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return id, r.auth.EndOwnSession(ctx, id)
}

// EndOtherSessions implements endOtherSessions.
func (r *mutationResolver) EndOtherSessions(ctx context.Context) (int, error) {
	return r.auth.EndOwnOtherSessions(ctx)
}

// Sessions implements sessions.
func (r *queryResolver) Sessions(ctx context.Context) ([]*auth.OpenSession, error) {
	return r.auth.Sessions(ctx)
}
