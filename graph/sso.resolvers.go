package graph

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/domain/sso"
)

// ExchangeOidc implements exchangeOidc.
func (r *mutationResolver) ExchangeOidc(ctx context.Context, input sso.ExchangeInput) (*session.LoginAnswer, error) {
	return session.Answer(r.options.SingleSignOn.Exchange(ctx, input))
}

// OidcProviders implements oidcProviders.
func (r *queryResolver) OidcProviders(ctx context.Context) ([]string, error) {
	return r.options.SingleSignOn.Names(), nil
}
