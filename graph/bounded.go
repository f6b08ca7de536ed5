package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// operationTimeout is how long a query or mutation may take, on whichever transport: a stream has no deadline of its own.
const operationTimeout = 30 * time.Second

// bounded is the executor with a deadline for what is no subscription.
type bounded struct{ graphql.GraphExecutor }

// DispatchOperation implements graphql.GraphExecutor.
func (b bounded) DispatchOperation(ctx context.Context, operation *graphql.OperationContext) (graphql.ResponseHandler, context.Context) {
	if operation.Operation.Operation != ast.Subscription {
		timed, cancel := context.WithTimeout(ctx, operationTimeout)
		context.AfterFunc(ctx, cancel) // the transport ends ctx when it is done with the operation
		ctx = timed
	}
	return b.GraphExecutor.DispatchOperation(ctx, operation)
}
