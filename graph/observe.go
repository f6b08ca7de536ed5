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

// Observe is called after each operation, for metrics, with its name (empty if it has none), the
// code of its first error (empty for a success), and the time it took. For a subscription it is
// called at each event.
type Observe func(ctx context.Context, operation string, code fault.Code, took time.Duration)

// observe reports a response for metrics, and logs a query or mutation that took longer than the
// limit. A subscription waits for its events.
func (s *Server) observe(ctx context.Context, o *operation, response *graphql.Response, began time.Time) {
	took := time.Since(began)
	if s.options.Observe != nil {
		var code fault.Code
		if len(response.Errors) > 0 {
			code, _ = response.Errors[0].Extensions["code"].(fault.Code)
		}
		s.options.Observe(ctx, o.name(), code, took)
	}
	if s.options.Slow == 0 || took < s.options.Slow || o.Operation == nil || o.is(ast.Subscription) {
		return
	}
	fields := make([]string, len(o.roots))
	for i, field := range o.roots {
		fields[i] = field.Name
	}
	slog.WarnContext(ctx, "slow operation", "operation", o.name(), "fields", strings.Join(fields, " "),
		"ms", float64(took.Microseconds())/1000)
}

// name is empty for an operation without one, and where the document is not valid.
func (o *operation) name() string {
	if o.Operation == nil {
		return ""
	}
	return o.Operation.Name
}
