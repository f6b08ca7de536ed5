package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// costLimit is the largest cost of an operation: a page of 100 contacts, each with all of its fields and lists full.
	costLimit = 100_000
	// costOfCall is the cost that counts as one call. The largest operation must not cost more calls than the burst allows.
	costOfCall = 1000

	retryAfterOutage = 5 * time.Second
)

// costLimiter refuses an operation that costs too much, and counts its cost as calls before it runs: one for each 1,000 or part
// of it. The transport has counted the first. The documents of REST are one call each.
type costLimiter struct{ server *Server }

var _ interface {
	graphql.HandlerExtension
	graphql.OperationContextMutator
} = costLimiter{}

// ExtensionName implements graphql.HandlerExtension.
func (costLimiter) ExtensionName() string { return "CostLimiter" }

// Validate implements graphql.HandlerExtension.
func (costLimiter) Validate(graphql.ExecutableSchema) error { return nil }

// MutateOperationContext implements graphql.OperationContextMutator.
func (p costLimiter) MutateOperationContext(ctx context.Context, operation *graphql.OperationContext) *gqlerror.Error {
	if p.server.documents.pinned[operation.RawQuery] != nil {
		return nil
	}
	cost := p.server.prices.cost(operation.Operation, operation.Variables)
	if cost > costLimit {
		return gqlerror.Wrap(fault.New(fault.ValidationError,
			"The operation costs %d, and may cost %d: ask for less at once, such as smaller pages.", cost, costLimit))
	}
	if calls := (cost - 1) / costOfCall; calls > 0 {
		return gqlerror.Wrap(p.server.admitFurther(viewer.From(ctx), calls))
	}
	return nil
}
