package app

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Describe lets tests see what is learned of a request.
func Describe(r *http.Request, trusted []netip.Prefix) viewer.Request { return describe(r, trusted) }

// Limiter lets tests hold time in their hands.
type Limiter = limiter

// NewLimiter makes a limiter.
func NewLimiter() *Limiter { return newLimiter() }

// NoLimiter is a limiter that is off.
func NoLimiter() *Limiter { return nil }

// Admit asks the limiter.
func (l *limiter) Admit(header http.Header, v *viewer.Viewer) error { return l.admit(header, v) }

// Edge is the edge around any handler.
type Edge struct {
	Next http.Handler
	// Knows is every path and method where it is not given.
	Knows        func(*http.Request) bool
	Origins      []string
	Authenticate func(ctx context.Context, token string, request viewer.Request) (*viewer.Viewer, error)
	Visit        func(ctx context.Context, v *viewer.Viewer, firm string) (*viewer.Viewer, error)
	Recognise    func(ctx context.Context, key, firm string, request viewer.Request) (*viewer.Viewer, error)
	Record       func(apiclient.Request)
	Limiter      *Limiter
	// Closing is done when the server stops.
	Closing context.Context //nolint:containedctx // as in the edge itself
}

// Handler builds it.
func (e Edge) Handler() http.Handler {
	built := &edge{
		next: e.Next, knows: e.Knows, cors: e.Origins, limiter: e.Limiter, record: e.Record,
		credentials: credentials{authenticate: e.Authenticate, visit: e.Visit, recognise: e.Recognise},
		metrics:     newMetrics(nil, nil, nil), closing: e.Closing,
	}
	if built.knows == nil {
		built.knows = func(*http.Request) bool { return true }
	}
	if built.closing == nil {
		built.closing = context.Background()
	}
	return built
}

// Readyz is the probe over any database.
func Readyz(closing context.Context, ping func(context.Context) error) http.Handler {
	return readyz{ping: ping, closing: closing}
}
