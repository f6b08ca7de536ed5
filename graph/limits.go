package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/graph/bind"
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
// of it. The transport has counted the first. The requests of REST, whose
// variables come bound, are one call each.
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
	if _, isREST := operation.Extensions[bind.Key].(fault.Details); isREST {
		return nil
	}
	cost, depth, refusal := p.server.prices.cost(operation.Operation, operation.Variables)
	further := (cost - 1) / costOfCall
	report := &costReport{Cost: cost, Limit: costLimit, Calls: 1, Depth: depth, DepthLimit: depthLimit}
	operation.Stats.SetExtension(costName, report)
	switch {
	case refusal != nil:
		return refusal
	case cost > costLimit:
		return gqlerror.Wrap(p.server.prices.costliest(operation.Operation, operation.Variables).refusal(cost))
	}
	if further > 0 {
		if err := p.server.admitFurther(viewer.From(ctx), further); err != nil {
			return gqlerror.Wrap(err)
		}
		report.Calls += further
	}
	return nil
}

// costName is the extension of the operation, and of its answer, that has the cost.
const costName = "cost"

// costReport is what an answer says of the cost of its operation.
type costReport struct {
	Cost  int `json:"cost"`
	Limit int `json:"limit"`
	// Calls are how many calls the operation counts as.
	Calls      int `json:"calls"`
	Depth      int `json:"depth"`
	DepthLimit int `json:"depthLimit"`
}

// withCost adds the cost of a query or mutation to its answer. Those of REST have none.
func withCost(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	response := next(ctx)
	operation := graphql.GetOperationContext(ctx)
	if response == nil || operation.Operation == nil || operation.Operation.Operation == ast.Subscription {
		return response
	}
	if report, ok := operation.Stats.GetExtension(costName).(*costReport); ok {
		if response.Extensions == nil {
			response.Extensions = make(map[string]any, 1)
		}
		response.Extensions[costName] = report
	}
	return response
}
