package graph

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

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

// slowly logs queries and mutations that take longer than a limit. A subscription waits for its events.
func slowly(limit time.Duration) graphql.ResponseMiddleware {
	return func(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
		began := time.Now()
		response := next(ctx)
		took := time.Since(began)
		operation := graphql.GetOperationContext(ctx)
		if took < limit || operation.Operation == nil || operation.Operation.Operation == ast.Subscription {
			return response
		}
		var fields []string
		for _, field := range rootFields(operation) {
			fields = append(fields, field.Name)
		}
		slog.WarnContext(ctx, "slow operation", "operation", operationName(ctx), "fields", strings.Join(fields, " "),
			"ms", float64(took.Microseconds())/1000)
		return response
	}
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
