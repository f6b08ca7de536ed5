package graph

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// CreateAPIClient implements createApiClient.
func (r *mutationResolver) CreateAPIClient(ctx context.Context, input apiclient.CreateInput) (*apiclient.Key, error) {
	return apiclient.Create(ctx, r.options.DB, r.options.Authz, input)
}

// UpdateAPIClient implements updateApiClient.
func (r *mutationResolver) UpdateAPIClient(ctx context.Context, input apiclient.UpdateInput) (*apiclient.Client, error) {
	return apiclient.Update(ctx, r.options.DB, r.options.Authz, input)
}

// RevokeAPIClient implements revokeApiClient.
func (r *mutationResolver) RevokeAPIClient(ctx context.Context, id uuid.UUID) (*apiclient.Client, error) {
	r.endKey(ctx, id)
	return apiclient.Revoke(ctx, r.options.DB, id)
}

// RegenerateAPIClient implements regenerateApiClient.
func (r *mutationResolver) RegenerateAPIClient(ctx context.Context, id uuid.UUID) (*apiclient.Key, error) {
	r.endKey(ctx, id)
	return apiclient.Regenerate(ctx, r.options.DB, r.options.Authz, id)
}

// APIClients implements apiClients.
func (r *queryResolver) APIClients(ctx context.Context) ([]*apiclient.Client, error) {
	return apiclient.ListActive(ctx, r.options.DB, selected(ctx, "ApiClient"))
}

// APIClientPage implements apiClientPage.
func (r *queryResolver) APIClientPage(ctx context.Context, input *apiclient.ListInput) (*page.Numbered[*apiclient.Client], error) {
	return apiclient.List(ctx, r.options.DB, given(input), selected(ctx, "ApiClient", "items"))
}

// APIClient implements apiClient.
func (r *queryResolver) APIClient(ctx context.Context, id uuid.UUID) (*apiclient.Client, error) {
	return apiclient.Get(ctx, r.options.DB, id, selected(ctx, "ApiClient"))
}

// OwnAPIClient implements ownApiClient.
func (r *queryResolver) OwnAPIClient(ctx context.Context) (*apiclient.Own, error) {
	return apiclient.ReadOwn(ctx, r.options.DB, r.options.Authz, r.options.CallRate)
}

// APIClientUsage implements apiClientUsage.
func (r *queryResolver) APIClientUsage(ctx context.Context, input apiclient.UsageInput) (*apiclient.Usage, error) {
	return apiclient.ReadUsage(ctx, r.options.DB, r.options.Calls, input)
}

// APICalls implements apiCalls.
func (r *queryResolver) APICalls(ctx context.Context, id uuid.UUID, first *int, after *page.Cursor, last *int, before *page.Cursor, filter *apiclient.CallFilterInput) (*page.Connection[*apiclient.Call], error) {
	return apiclient.ConnectCalls(ctx, r.options.DB, r.options.Calls, apiclient.CallsInput{
		Window: page.Window{First: first, Last: last, After: after, Before: before}, CallFilterInput: given(filter), ID: id,
	})
}

// ExpiresAt implements expiresAt, which null clears.
func (r *updateApiClientInputResolver) ExpiresAt(ctx context.Context, obj *apiclient.UpdateInput, data *time.Time) error {
	obj.ExpiresAt, obj.ClearExpiresAt = data, data == nil
	return nil
}

func (r *resolver) UpdateApiClientInput() generated.UpdateApiClientInputResolver {
	return &updateApiClientInputResolver{r}
}

type updateApiClientInputResolver struct{ *resolver }
