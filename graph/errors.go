package graph

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"runtime/debug"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/bind"
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
	if told.Ours() {
		slog.ErrorContext(ctx, "request failed", "path", located.Path.String(), "error", err)
	}
	told = named(told, located.Path)
	extensions := map[string]any{"code": told.Code, "requestId": request}
	if told.RetryAfter > 0 {
		extensions["retryAfter"] = int(math.Ceil(told.RetryAfter.Seconds()))
	}
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

// named gives the fault of a literal the name of its argument, which only the path knows.
func named(told *fault.Error, path ast.Path) *fault.Error {
	if len(told.Details) != 1 || told.Details[0].Field != "" || len(path) < 2 {
		return told
	}
	argument := path[1:]
	if argument[0] == ast.PathName(bind.Input) {
		argument = argument[1:]
	}
	var details fault.Details
	details.Add(argument.String(), "%s", told.Details[0].Message)
	return fault.From(details.Err())
}

// shown cuts what a message repeats of a document.
func shown(message string) string {
	const most = 300
	if runes := []rune(message); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return message
}

func toFault(err error, located *gqlerror.Error) *fault.Error {
	switch {
	case located.Err == nil:
		// gqlparser's and gqlgen's own: the document is wrong, and the message says where.
		return fault.New(fault.ValidationError, "%s", shown(located.Message))
	case ent.IsNotFound(err):
		return fault.New(fault.NotFound, "There is no such record.").Because(err)
	case db.IsUnavailable(err):
		return fault.Retry(fault.Unavailable, retryAfterOutage, "The database can't answer right now. Try again.").Because(err)
	}
	return fault.From(err)
}

// recovered turns a panic of a resolver into an error, with the stack for the log.
func recovered(_ context.Context, panicked any) error {
	return fmt.Errorf("panic: %v\n%s", panicked, debug.Stack())
}
