package app

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/firmhub/firmhub/internal/apiclient"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Describe lets tests see what is learned of a request.
func Describe(r *http.Request, trusted []netip.Prefix) viewer.Request { return describe(r, trusted) }

// Limiter lets tests hold time in their hands.
type Limiter = limiter

// NewLimiter returns a limiter with the default limits.
func NewLimiter() *Limiter { return newLimiter(callLimits{perSecond: 100, burst: 200}) }

// NewProbeLimiter returns the limiter of monitors.
func NewProbeLimiter() *Limiter { return newLimiter(probeLimits()) }

// NoLimiter is a limiter that is off.
func NoLimiter() *Limiter { return nil }

// NewLimiterOf returns a limiter with these limits.
func NewLimiterOf(perSecond, burst int) *Limiter {
	return newLimiter(callLimits{perSecond: perSecond, burst: burst})
}

// Admit asks the limiter for one call, and writes what is left into the headers.
func (l *limiter) Admit(header http.Header, v *viewer.Viewer) error {
	err := l.admit(v)
	l.describe(header, v)
	return err
}

// AdmitFurther asks the limiter for the further calls of an operation.
func (l *limiter) AdmitFurther(v *viewer.Viewer, calls int) error { return l.admitFurther(v, calls) }

// SetBodyRate makes bodies due after grace, with another second for each rate bytes.
func (a *App) SetBodyRate(grace time.Duration, rate int) {
	a.handler.bodies.arrival = arrival{grace: grace, rate: rate}
}

// BodyBytes returns how much memory bodies take, those without a valid credential and the others.
func (a *App) BodyBytes() (anonymous, firms int) {
	bodies := a.handler.bodies
	return bodies.anonymous.bytes(), bodies.firms.bytes()
}

func (b *bodyBudget) bytes() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.held
}

// BodyBudget is the budget of bodies, by address.
type BodyBudget struct{ budget *bodyBudget }

// NewBodyBudget returns a budget with these limits.
func NewBodyBudget(total, share, arriving int) *BodyBudget {
	return &BodyBudget{&bodyBudget{total: total, share: share, arriving: arriving, senders: map[caller]*bodyShare{}}}
}

// Begin counts a body that begins to arrive.
func (b *BodyBudget) Begin(address string) (*BodyReservation, error) {
	held, err := b.budget.begin(caller{address: viewer.Site(netip.MustParseAddr(address))})
	return &BodyReservation{held}, err
}

// Senders returns how many senders are remembered.
func (b *BodyBudget) Senders() int { return len(b.budget.senders) }

// BodyReservation is the part of one body.
type BodyReservation struct{ held *reservation }

// Grow reserves more bytes.
func (r *BodyReservation) Grow(bytes int) error { return r.held.grow(bytes) }

// Done is the end of the body, and of its use.
func (r *BodyReservation) Done() {
	r.held.arrived()
	r.held.release()
}

// SetSendTimeout makes clients take each piece of an answer in that time.
func (a *App) SetSendTimeout(piece time.Duration) { a.handler.sending.piece = piece }

// SendTimeout is how long a client may take for a piece, with answers of these sizes on their way.
func SendTimeout(sizes ...int) time.Duration {
	s := standardSending()
	for _, size := range sizes {
		s.hold(size)
	}
	return s.timeout()
}

// LimitConnections returns a hook for http.Server with these limits.
func LimitConnections(total, each int, trusted ...netip.Prefix) func(net.Conn, http.ConnState) {
	limits := newConnections(trusted)
	limits.total, limits.each = total, each
	return limits.observe
}

// RateLimits returns what a setting of FIRMHUB_RATE_LIMIT means: calls a second and in a burst, and log-ins.
func RateLimits(text string) ([]int, error) {
	limits, err := parseRateLimits(text)
	logins := limits.logins
	return []int{limits.calls.perSecond, limits.calls.burst, logins.PerEmailAndAddress, logins.PerAddress, logins.PerEmail}, err
}

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
	Readiness    *Limiter
	Scrapes      *Limiter
	// SendTimeout is how long a client may take for a piece of an answer; zero means the standard.
	SendTimeout time.Duration
}

// Handler builds it.
func (e Edge) Handler() http.Handler {
	built := &edge{
		next: e.Next, knows: e.Knows, cors: e.Origins, limiter: e.Limiter, record: e.Record,
		credentials: credentials{authenticate: e.Authenticate, visit: e.Visit, recognise: e.Recognise},
		metrics:     newMetrics(nil, nil, nil), readiness: e.Readiness, scrapes: e.Scrapes, sending: standardSending(),
	}
	if e.SendTimeout > 0 {
		built.sending.piece = e.SendTimeout
	}
	built.bodies = newReceiver(built.identify)
	if built.knows == nil {
		built.knows = func(*http.Request) bool { return true }
	}
	return built
}

// Readyz is the probe over any database.
func Readyz(closing context.Context, ping func(context.Context) error) http.Handler {
	return &readyz{ping: ping, closing: closing}
}
