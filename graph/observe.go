package graph

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/tracing"
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

// trace begins the span of an operation. There is none for a subscription, which waits for its
// events. The operations of a socket, which may last for days, have a trace each.
func (s *Server) trace(ctx context.Context, o *operation) (context.Context, *tracing.Span) {
	if s.options.Tracer == nil || o.Operation == nil || o.is(ast.Subscription) {
		return ctx, nil
	}
	name := string(o.Operation.Operation)
	if o.embedded { // Names that clients choose would be many.
		name += " " + o.name()
	}
	if o.onSocket {
		return s.options.Tracer.StartTrace(ctx, tracing.Server, name)
	}
	return s.options.Tracer.Start(ctx, tracing.Internal, name)
}

// traced ends the span of an operation.
func (o *operation) traced(span *tracing.Span, response *graphql.Response) {
	if span == nil {
		return
	}
	span.Text("graphql.operation.type", string(o.Operation.Operation))
	span.Text("graphql.operation.name", logged(o.name()))
	if len(response.Errors) > 0 {
		code := reason(response).Code
		span.Text("error.type", string(code))
		if code == fault.InternalError || code == fault.Unavailable {
			span.Fail()
		}
	}
	span.End()
}

// logged returns a name as logs and traces show it. A client may have chosen it.
func logged(name string) string {
	const longest = 64
	return name[:min(len(name), longest)] // A name has only letters, digits and underscores.
}

// name is empty for an operation without one, and where the document is not valid.
func (o *operation) name() string {
	if o.Operation == nil {
		return ""
	}
	return o.Operation.Name
}
