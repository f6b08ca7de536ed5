package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// operationTimeout is how long a query or mutation on a stream may take. The deadline of ordinary requests is set before
// they come here.
const operationTimeout = 30 * time.Second

// bounded is the executor for streams, with a deadline for what is no subscription.
type bounded struct{ graphql.GraphExecutor }

// DispatchOperation implements graphql.GraphExecutor.
func (b bounded) DispatchOperation(ctx context.Context, operation *graphql.OperationContext) (graphql.ResponseHandler, context.Context) {
	if operation.Operation.Operation == ast.Subscription {
		return b.GraphExecutor.DispatchOperation(ctx, operation)
	}
	timed, cancel := context.WithTimeout(ctx, operationTimeout)
	respond, inner := b.GraphExecutor.DispatchOperation(timed, operation)
	return func(ctx context.Context) *graphql.Response {
		response := respond(ctx)
		if response == nil { // the end, which every stream asks for
			cancel()
		}
		return response
	}, inner
}
