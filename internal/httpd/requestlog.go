package httpd

import (
	"log/slog"
	"strings"
	"time"

	"github.com/firmhub/firmhub/internal/tracing"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Done is a request that was answered.
type Done struct {
	// Pattern is the method and path of the mount; empty for an unknown one.
	Pattern string
	// Method is a method that HTTP defines, or "unknown".
	Method, Path string
	Status       int
	// Viewer is the viewer that was identified before the body was read.
	Viewer *viewer.Viewer
	Began  time.Time
	Took   time.Duration
}

// logRequest logs a request that was answered, whatever the response is, and calls the observer. It
// leaves out the query, which may contain an access token, or a name that somebody searches for,
// and the tokens in paths.
func (s *Server) logRequest(x *exchange) {
	v := x.viewer()
	done := Done{
		Pattern: x.r.Pattern, Method: x.r.Method, Path: loggedPath(x), Status: x.w.status, Viewer: v,
		Began: x.began, Took: time.Since(x.began),
	}
	if s.observe != nil {
		s.observe(done)
	}
	attrs := []slog.Attr{
		slog.String("method", done.Method),
		slog.String("path", done.Path),
		slog.Int("status", done.Status),
		slog.Float64("ms", float64(done.Took.Microseconds())/1000),
		slog.Int64("bytes", x.w.bytes),
	}
	if x.w.operation != "" {
		attrs = append(attrs, slog.String("operation", x.w.operation))
	}
	if s.tracer != nil {
		if id := tracing.TraceOf(x.r.Context()); id != "" {
			attrs = append(attrs, slog.String("trace", id))
		}
	}
	if x.w.isCut {
		attrs = append(attrs, slog.Bool("cut", true))
	}
	if v.Request.Address.IsValid() {
		attrs = append(attrs, slog.String("address", v.Request.Address.String()))
	}
	switch v.Kind {
	case viewer.User:
		attrs = append(attrs, slog.String("user", v.UserID.String()), slog.String("firm", v.FirmID.String()))
	case viewer.APIClient:
		attrs = append(attrs, slog.String("apiClient", v.APIClientID.String()), slog.String("firm", v.FirmID.String()))
	case viewer.Anonymous, viewer.System:
	}
	level := slog.LevelInfo
	if x.mount.Kind == Probe {
		level = slog.LevelDebug // monitors would flood the log
	}
	slog.LogAttrs(x.r.Context(), level, "request", attrs...)
}

// loggedPath returns the path of a request, or that of its mount if it contains a token: whoever
// has the link may follow it.
func loggedPath(x *exchange) string {
	if strings.HasSuffix(x.mount.Path, "{token}") {
		return x.mount.Path
	}
	return x.r.URL.EscapedPath()
}
