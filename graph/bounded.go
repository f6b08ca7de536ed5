package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/transfer/upload"
)

// operationTimeout is how long a query or mutation may take. It does not include the time in which the request arrives.
const operationTimeout = 30 * time.Second

// uploadTimeout is how long a mutation may take whose file arrives while it runs. One that holds a transaction from its first
// field on reads no file, whatever its variables are.
const uploadTimeout = time.Hour

// bounded is the executor with a deadline for each query and mutation. It ends with the responses, or with the context.
type bounded struct{ graphql.GraphExecutor }

// CreateOperationContext implements graphql.GraphExecutor. It returns the errors that [oneOf] joined one by one.
func (b bounded) CreateOperationContext(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	operation, faults := b.GraphExecutor.CreateOperationContext(ctx, params)
	return operation, separate(faults)
}

// DispatchOperation implements graphql.GraphExecutor.
func (b bounded) DispatchOperation(ctx context.Context, operation *graphql.OperationContext) (graphql.ResponseHandler, context.Context) {
	if operation.Operation.Operation == ast.Subscription {
		return b.GraphExecutor.DispatchOperation(ctx, operation)
	}
	timeout := operationTimeout
	if hasFile(operation.Variables) && operation.Stats.GetExtension(ownTransaction) != nil {
		timeout = uploadTimeout
	}
	timed, cancel := context.WithTimeout(ctx, timeout)
	respond, inner := b.GraphExecutor.DispatchOperation(timed, operation)
	return func(ctx context.Context) *graphql.Response {
		response := respond(ctx)
		if response == nil { // After the last response; every transport asks until then.
			cancel()
		}
		return response
	}, inner
}

// hasFile reports whether a variable is a file.
func hasFile(variables map[string]any) bool {
	for _, value := range variables {
		if _, ok := value.(upload.File); ok {
			return true
		}
	}
	return false
}
