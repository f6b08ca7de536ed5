package graph

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// present turns any error into the one that the client reads: its message, its code, its details and the request id.
// What is not a refusal is logged here, once, and shown as InternalError. The *[fault.Error] stays within, for REST.
func present(ctx context.Context, err error) *gqlerror.Error {
	var located *gqlerror.Error
	if !errors.As(err, &located) {
		located = gqlerror.WrapPath(graphql.GetPath(ctx), err)
	}
	told := toFault(err, located)
	request := viewer.From(ctx).Request.ID
	if told.Code == fault.InternalError || told.Code == fault.Unavailable {
		slog.ErrorContext(ctx, "request failed", "path", located.Path.String(), "error", err)
	}
	extensions := map[string]any{"code": told.Code, "requestId": request}
	if len(told.Details) > 0 {
		extensions["details"] = told.Details
	}
	return &gqlerror.Error{
		Err:        told,
		Message:    told.Message,
		Path:       located.Path,
		Locations:  located.Locations,
		Extensions: extensions,
	}
}

func toFault(err error, located *gqlerror.Error) *fault.Error {
	switch {
	case located.Err == nil:
		// gqlparser's and gqlgen's own: the document is wrong, and the message says where.
		return fault.New(fault.ValidationError, "%s", located.Message)
	case ent.IsNotFound(err):
		return fault.New(fault.NotFound, "There is no such record.").Because(err)
	case db.IsUnavailable(err):
		return fault.Retry(fault.Unavailable, retryAfterOutage, "The database can't be reached. Try again.").Because(err)
	}
	return fault.From(err)
}

// recovered turns a panic of a resolver into an error, with the stack for the log.
func recovered(_ context.Context, panicked any) error {
	return fmt.Errorf("panic: %v\n%s", panicked, debug.Stack())
}
