package httpd

import (
	"maps"
	"net"
	"net/http"
	"net/netip"
	"time"

	"golang.org/x/time/rate"

	"github.com/firmhub/firmhub/internal/viewer"
)

// Describe returns what is known of a request.
func Describe(r *http.Request, trusted []netip.Prefix) viewer.Request { return describe(r, trusted) }

// Charge admits a call, and writes what is left into the headers.
func (l *Limiter) Charge(header http.Header, v *viewer.Viewer) error {
	err := l.Allow(v)
	l.describe(header, v)
	return err
}

// Len returns the number of callers who are remembered.
func (l *Limiter) Len() int {
	callers := map[caller]*rate.Limiter{}
	maps.Copy(callers, l.earlier)
	maps.Copy(callers, l.recent)
	return len(callers)
}

// SetBodyRate makes bodies due after grace, with another second for each perSecond bytes.
func SetBodyRate(handler http.Handler, grace time.Duration, perSecond int) {
	handler.(*Server).bodies.arrival = arrival{grace: grace, rate: perSecond}
}

// BodyBytes returns how much memory bodies take, those without a valid credential and the others.
func BodyBytes(handler http.Handler) (anonymous, firms int) {
	bodies := handler.(*Server).bodies
	return bodies.anonymous.bytes(), bodies.firms.bytes()
}

// SignedBytes returns how much memory signed bodies take.
func SignedBytes(handler http.Handler) int { return handler.(*Server).bodies.signed.bytes() }

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

// Begin counts a body that begins to arrive for addresses, each a part of the one before.
func (b *BodyBudget) Begin(addresses ...string) (*BodyReservation, error) {
	var senders []caller
	for _, address := range addresses {
		senders = append(senders, caller{address: viewer.Site(netip.MustParseAddr(address))})
	}
	held, err := b.budget.begin(senders...)
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
func SetSendTimeout(handler http.Handler, piece time.Duration) { handler.(*Server).pace.piece = piece }

// SendTimeout is how long a client may take for a piece while answers of these sizes are sent.
func SendTimeout(sizes ...int) time.Duration {
	p := standardPace()
	for _, size := range sizes {
		p.hold(size)
	}
	return p.timeout()
}

// LimitConnections returns a hook for http.Server with these limits.
func LimitConnections(total, each int, trusted ...netip.Prefix) func(net.Conn, http.ConnState) {
	limits := newConnections(trusted)
	limits.total, limits.each = total, each
	return limits.observe
}
