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

// errorLimit is the maximum number of errors in one response.
const errorLimit = 100

// listed returns the errors of a document, or the one error of an operation.
func listed(err error) gqlerror.List {
	if all, ok := errors.AsType[gqlerror.List](err); ok {
		return all[:min(len(all), errorLimit)]
	}
	return gqlerror.List{gqlerror.WrapIfUnwrapped(err)}
}

// present returns the error for the client: message, code, details and request id. An error that is
// not a *[fault.Error] is logged here, once, and presented as InternalError. The *[fault.Error] is
// wrapped, for REST.
func present(ctx context.Context, err error) *gqlerror.Error {
	var located *gqlerror.Error
	if !errors.As(err, &located) {
		located = gqlerror.WrapPath(graphql.GetPath(ctx), err)
	}
	if field := graphql.GetFieldContext(ctx); field != nil && len(located.Locations) == 0 {
		located.Locations = locationsOf(field.Field)
	}
	refusal := toFault(err, located)
	request := viewer.From(ctx).Request.ID
	if refusal.Ours() {
		slog.ErrorContext(ctx, "request failed", "path", located.Path.String(), "error", err)
	}
	extensions := map[string]any{"code": refusal.Code, "requestId": request}
	if refusal.IsTemporary() {
		extensions["retryAfter"] = refusal.RetrySeconds()
	}
	if len(refusal.Details) > 0 {
		extensions["details"] = refusal.Details
	}
	return &gqlerror.Error{
		Err:        refusal,
		Message:    refusal.Message,
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

// long matches text that a message must not repeat in full: a word, or a quoted text, of more than
// 64 characters.
var long = regexp.MustCompile(`[^\s"]{65,}|"[^"]{65,}`)

// messageLimit is the maximum length of a message about a document in characters.
const messageLimit = 300

// shown returns a shortened message of gqlparser, which may repeat much of the document.
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
		// From gqlparser or gqlgen: the document is not valid.
		return fault.New(fault.ValidationError, "%s", shown(located.Message))
	case ent.IsNotFound(err):
		return fault.New(fault.NotFound, "There is no such record.").Because(err)
	case db.IsUnavailable(err):
		return fault.Retry(fault.Unavailable, retryAfterOutage, "The database can't answer right now. Try again.").Because(err)
	}
	return fault.From(err)
}

// recovered returns the error of a resolver that panicked, with the stack for the log.
func recovered(_ context.Context, panicked any) error {
	return fmt.Errorf("panic: %v\n%s", panicked, debug.Stack())
}
