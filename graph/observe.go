package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"

	"github.com/firmhub/firmhub/internal/fault"
)

// Observe is called after each operation, for metrics, with its name (empty if it has none), the code of its first error
// (empty for a success), and how long it took. For a subscription it is called at each event.
type Observe func(ctx context.Context, operation string, code fault.Code, took time.Duration)

func (o Observe) around(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	began := time.Now()
	response := next(ctx)
	if response == nil { // the end of a subscription
		return nil
	}
	var code fault.Code
	if len(response.Errors) > 0 {
		code, _ = response.Errors[0].Extensions["code"].(fault.Code)
	}
	o(ctx, operationName(ctx), code, time.Since(began))
	return response
}

func operationName(ctx context.Context) string {
	if !graphql.HasOperationContext(ctx) {
		return ""
	}
	if operation := graphql.GetOperationContext(ctx).Operation; operation != nil { // nil where the document was not valid
		return operation.Name
	}
	return ""
}
