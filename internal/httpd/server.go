// Package httpd is the HTTP server. It matches each request to a [Mount], and applies what every
// mount of the kind needs, from the request log to the deadlines.
package httpd

import (
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
	"github.com/firmhub/firmhub/internal/tracing"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Options configure a Server.
type Options struct {
	// Mounts are the paths that exist.
	Mounts []Mount
	// Refuse answers a request that does not reach its handler, unless the mount has its own
	// Refuse.
	Refuse func(http.ResponseWriter, *http.Request, error)
	// Bodies reads the bodies of requests. Its credentials identify the callers. It is nil only if
	// no mount identifies callers.
	Bodies *Bodies
	// TrustedProxies are the proxies whose X-Forwarded-For is trusted.
	TrustedProxies []netip.Prefix
	// Origins are the web origins whose pages may call the API.
	Origins Origins
	// Limiter limits the calls, and probes have separate limits. Nil allows everything, to probes
	// as well.
	Limiter *Limiter
	// StopDelay is how long [Server.Serve] goes on accepting requests once it is told to stop.
	StopDelay time.Duration
	// Observe, unless nil, is called after each request.
	Observe func(Done)
	// Tracer traces requests, except those of probes. Nil traces nothing.
	Tracer *tracing.Tracer
}

// Server is an http.Handler that serves the mounts.
type Server struct {
	router    *Router
	bodies    *Bodies
	proxies   []netip.Prefix
	origins   Origins
	observe   func(Done)
	tracer    *tracing.Tracer
	pace      *pace
	transfers *throttle.Shares[group, caller]
	// handlers answer the requests of each kind.
	handlers [Probe + 1]handler
	// active counts the running requests, including those that took over their connection.
	active    sync.WaitGroup
	stopDelay time.Duration
	// leaving is set once [Server.Serve] is told to stop.
	leaving atomic.Bool
}

// exchange is a request on its way through the middleware, with what is known about it so far.
type exchange struct {
	w     *response
	r     *http.Request
	mount *Mount
	began time.Time
}

// as makes v the viewer of the request.
func (x *exchange) as(v *viewer.Viewer) { x.r = as(x.r, v) }

func (x *exchange) viewer() *viewer.Viewer { return viewer.From(x.r.Context()) }

// refuse answers an error in the form of the mount.
func (x *exchange) refuse(err error) { x.mount.Refuse(x.w, x.r, err) }

type (
	handler    func(*exchange)
	middleware func(next handler) handler
)

// middleware returns the middleware of the requests of a kind, in this order. It runs inside
// recoverPanic and logRequest, which [Server.ServeHTTP] defers.
func (s *Server) middleware(kind Kind) []middleware {
	return []middleware{
		s.setHeaders,                        // headers.go: the request id, headers for browsers; answers preflight requests
		only(kind.identifies(), s.identify), // identify.go: the viewer
		s.limitRate,                         // ratelimit.go
		only(kind.transfers(), s.limitConcurrency), // concurrency.go: running uploads, streams and contents
		only(kind.transfers(), s.setDeadline),      // deadline.go
	}
}

// only returns a middleware, or nil if it is not for the requests.
func only(applies bool, m middleware) middleware {
	if !applies {
		return nil
	}
	return m
}

// New returns a server. It returns an error when two mounts have the same path and method.
func New(o Options) (*Server, error) {
	mounts := slices.Clone(o.Mounts)
	for i := range mounts {
		switch {
		case mounts[i].Unlimited || o.Limiter == nil:
		case mounts[i].Kind == Probe:
			mounts[i].limiter = NewLimiter(probeRate())
		default:
			mounts[i].limiter = o.Limiter
		}
	}
	router, err := NewRouter(mounts, o.Refuse)
	if err != nil {
		return nil, err
	}
	router.notFound.limiter, router.badMethod.limiter = o.Limiter, o.Limiter
	s := &Server{
		router: router, bodies: o.Bodies, proxies: o.TrustedProxies, origins: o.Origins, observe: o.Observe, tracer: o.Tracer,
		stopDelay: o.StopDelay, pace: standardPace(), transfers: throttle.NewShares[group, caller](maxTransfers),
	}
	for kind := range s.handlers {
		handle := handler(s.serveMount)
		for _, m := range slices.Backward(s.middleware(Kind(kind))) { //nolint:gosec // There are few kinds.
			if m != nil {
				handle = m(handle)
			}
		}
		s.handlers[kind] = handle
	}
	return s, nil
}

// ServeHTTP matches a request to its mount, and calls the middleware of the mount's kind. At the
// end it recovers from a panic, and then logs the request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.active.Add(1)
	defer s.active.Done()
	if s.leaving.Load() {
		w.Header().Set("Connection", "close") // so that the next request takes another instance
	}
	x := &exchange{w: &response{ResponseWriter: w, pace: s.pace}, began: time.Now()}
	ctx := viewer.NewContext(r.Context(), &viewer.Viewer{Request: describe(r, s.proxies)})
	x.r = r.WithContext(throttle.NewContext(ctx, &x.w.attempts))
	if r.Body != nil && r.Body != http.NoBody {
		x.w.body = &incoming{source: r.Body, left: r.ContentLength}
		x.r.Body = x.w.body
		defer x.w.body.release()
	}
	x.mount = s.router.Match(x.r)
	if s.tracer != nil && x.mount.Kind != Probe {
		defer s.trace(x)() // trace.go
	}
	defer s.logRequest(x) // requestlog.go: one line, metrics, calls of API clients
	defer recoverPanic(x) // recover.go
	s.handlers[x.mount.Kind](x)
}

// serveMount is the end of the middleware. It refuses the WebSockets of pages that may not call the
// API. Browsers send no preflight for WebSockets.
func (s *Server) serveMount(x *exchange) {
	if x.r.Header.Get("Upgrade") != "" && !s.origins.allowSocket(x.r) {
		x.refuse(fault.New(fault.Forbidden, "Pages of this origin may not open a connection."))
		return
	}
	x.mount.Handler.ServeHTTP(x.w, x.r)
	if !x.w.begun() {
		x.w.WriteHeader(http.StatusOK) // as net/http would, past the wrapper
	}
}

// as returns the request with another viewer.
func as(r *http.Request, v *viewer.Viewer) *http.Request {
	return r.WithContext(viewer.NewContext(r.Context(), v))
}
