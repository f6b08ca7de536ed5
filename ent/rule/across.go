// Package rule holds what guards the rows: which firm may see and write which, and the one way past it.
package rule

import (
	"context"
	"log/slog"

	"github.com/firmhub/firmhub/ent/rule/scope"
)

// ErrWall is what a query or write comes to that names no firm and did not cross firms by name.
var ErrWall = scope.ErrWall

// AcrossFirms gives a context in which queries and writes are not held to the viewer's firm. It is the only way past
// the wall, so that a search for its name finds every place that crosses firms. It is for what no firm can own: log-in
// (which comes before a firm is chosen), the loading of policies, the super-firm's administration, and start-up. Rows
// written under it must name their firm. The reason is for the reader and the debug log.
func AcrossFirms(ctx context.Context, reason string) context.Context {
	slog.DebugContext(ctx, "crossing firms", "reason", reason)
	return scope.WithAcross(ctx, reason)
}

// Across tells whether ctx came from [AcrossFirms].
func Across(ctx context.Context) bool { return scope.Across(ctx) }
