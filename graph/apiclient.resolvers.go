package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/google/uuid"
)

// CreateAPIClient implements createApiClient.
func (r *mutationResolver) CreateAPIClient(ctx context.Context, input apiclient.CreateInput) (*apiclient.Key, error) {
	return apiclient.Create(ctx, r.db, r.authz, input)
}

// UpdateAPIClient implements updateApiClient.
func (r *mutationResolver) UpdateAPIClient(ctx context.Context, input apiclient.UpdateInput) (*apiclient.Client, error) {
	return apiclient.Update(ctx, r.db, r.authz, input)
}

// RevokeAPIClient implements revokeApiClient.
func (r *mutationResolver) RevokeAPIClient(ctx context.Context, id uuid.UUID) (*apiclient.Client, error) {
	r.endKey(ctx, id)
	return apiclient.Revoke(ctx, r.db, id)
}

// RegenerateAPIClient implements regenerateApiClient.
func (r *mutationResolver) RegenerateAPIClient(ctx context.Context, id uuid.UUID) (*apiclient.Key, error) {
	r.endKey(ctx, id)
	return apiclient.Regenerate(ctx, r.db, r.authz, id)
}

// APIClients implements apiClients.
func (r *queryResolver) APIClients(ctx context.Context) ([]*apiclient.Client, error) {
	return apiclient.List(ctx, r.db)
}

// APIClientPage implements apiClientPage.
func (r *queryResolver) APIClientPage(ctx context.Context, input apiclient.PageInput) (*apiclient.Page, error) {
	return apiclient.Pages(r.db, input)
}

// APIClient implements apiClient.
func (r *queryResolver) APIClient(ctx context.Context, id uuid.UUID) (*apiclient.Client, error) {
	return apiclient.Get(ctx, r.db, id)
}

// APIClientUsage implements apiClientUsage.
func (r *queryResolver) APIClientUsage(ctx context.Context, input apiclient.UsageInput) (*apiclient.Usage, error) {
	return apiclient.ReadUsage(ctx, r.db, r.calls, input)
}
