// Package rule holds the interceptors and hooks of ent that isolate firms from each other.
package rule

import (
	"context"
	"log/slog"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
)

// ErrIsolation is returned when a query or write has no firm and is not under [AcrossFirms].
var ErrIsolation = scope.ErrIsolation

// AcrossFirms returns a context in which queries and writes of ent, and SQL by db.AcrossFirms, are
// not limited to the viewer's firm. There is no other way but [ForFirm], so that a search for these
// names finds all code that crosses firms: log-in, which comes before a firm is chosen, the loading
// of policies, the super-firm's administration, periodic tasks and start-up. Such code names the
// firm of firm-owned rows itself, or limits itself to one by [InFirm]. The reason is for readers
// and the debug log.
func AcrossFirms(ctx context.Context, reason string) context.Context {
	if slog.Default().Enabled(ctx, slog.LevelDebug) {
		slog.DebugContext(ctx, "crossing firms", "reason", reason)
	}
	return scope.WithAcross(ctx, reason)
}

// InFirm returns a context in which queries and writes of ent, and SQL by db.InFirm, are limited to
// a firm. It must be the viewer's firm, or may be any firm under [AcrossFirms]. Else they fail.
func InFirm(ctx context.Context, firm uuid.UUID) context.Context { return scope.WithFirm(ctx, firm) }

// ForFirm is [InFirm] for code that is called with the firm. The caller has checked that the viewer
// may do this in that firm. If the context is not in that firm, ForFirm crosses to it by
// [AcrossFirms], with the reason.
func ForFirm(ctx context.Context, firm uuid.UUID, reason string) context.Context {
	if scope.IsIn(ctx, firm) {
		return ctx
	}
	return InFirm(AcrossFirms(ctx, reason), firm)
}
