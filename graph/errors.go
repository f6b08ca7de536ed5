package graph

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// errorLimit bounds the errors of one answer.
const errorLimit = 100

// separate returns the faults of an operation with those that [oneOf] joined as one each.
func separate(faults gqlerror.List) gqlerror.List {
	if len(faults) == 1 {
		if all, ok := faults[0].Err.(gqlerror.List); ok { //nolint:errorlint // Of oneOf, which does not wrap it.
			return all
		}
	}
	return faults
}

// oneOf returns several errors of a document as one, which [separate] takes apart again: gqlgen lets an extension return
// only one.
func oneOf(err error) *gqlerror.Error {
	if all, ok := errors.AsType[gqlerror.List](err); ok {
		return &gqlerror.Error{Err: all[:min(len(all), errorLimit)]}
	}
	return gqlerror.WrapIfUnwrapped(err)
}

// present turns any error into the one that the client reads: its message, its code, its details and the request id.
// What is not a refusal is logged here, once, and shown as InternalError. The *[fault.Error] stays within, for REST.
func present(ctx context.Context, err error) *gqlerror.Error {
	var located *gqlerror.Error
	if !errors.As(err, &located) {
		located = gqlerror.WrapPath(graphql.GetPath(ctx), err)
	}
	if field := graphql.GetFieldContext(ctx); field != nil && len(located.Locations) == 0 {
		located.Locations = locationsOf(field.Field)
	}
	told := toFault(err, located)
	request := viewer.From(ctx).Request.ID
	if told.Ours() {
		slog.ErrorContext(ctx, "request failed", "path", located.Path.String(), "error", err)
	}
	extensions := map[string]any{"code": told.Code, "requestId": request}
	if told.RetryAfter > 0 {
		extensions["retryAfter"] = told.RetrySeconds()
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

// locationsOf returns where the document has a field.
func locationsOf(field graphql.CollectedField) []gqlerror.Location {
	if field.Field == nil || field.Position == nil {
		return nil
	}
	return []gqlerror.Location{{Line: field.Position.Line, Column: field.Position.Column}}
}

// long is what a message may not repeat whole: a word, or a text in quotes, of more than 64 characters.
var long = regexp.MustCompile(`[^\s"]{65,}|"[^"]{65,}`)

// messageLimit bounds the characters of a message about a document.
const messageLimit = 300

// shown returns what gqlparser says of a document, which it repeats at length.
func shown(message string) string {
	message = long.ReplaceAllStringFunc(message, func(repeated string) string {
		text := strings.TrimPrefix(repeated, `"`)
		return repeated[:len(repeated)-len(text)] + fault.Shown(text)
	})
	if characters := []rune(message); len(characters) > messageLimit {
		return string(characters[:messageLimit]) + "…"
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
