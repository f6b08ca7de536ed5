package httpd

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	pingTimeout = 2 * time.Second
	outageRetry = 5 * time.Second
	// pingAge is how long the result of a ping is used.
	pingAge = time.Second
)

type health struct {
	Status string        `json:"status"`
	Reason string        `json:"reason,omitempty"`
	Broker *BrokerHealth `json:"broker,omitempty"`
}

// BrokerHealth is the state of the broker between the instances.
type BrokerHealth struct {
	Kind string `json:"kind"`
	// Status is "connected" or "unreachable".
	Status string    `json:"status"`
	Since  time.Time `json:"since"`
}

// Healthz answers that the process is up. It checks nothing else, so that an outage of the database
// restarts no process.
func Healthz(w http.ResponseWriter, _ *http.Request) {
	WriteJSON(w, http.StatusOK, health{Status: "ok"})
}

// Readyz reports whether requests should be sent here. It pings the database at most once in
// pingAge, however often it is called.
type Readyz struct {
	ping     func(context.Context) error
	broker   func() *BrokerHealth
	stopping context.Context //nolint:containedctx // the life of the server, not of a request

	mu     sync.Mutex // guards the fields below
	pinged time.Time
	failed error
}

// NewReadyz returns the probe of a server that is ready until stopping is done, while ping returns
// no error. It shows the state of the broker, which may be nil. Without the broker the server stays
// ready, because everything but messages of other instances works.
func NewReadyz(stopping context.Context, ping func(context.Context) error, broker func() *BrokerHealth) *Readyz {
	return &Readyz{ping: ping, broker: broker, stopping: stopping}
}

// ServeHTTP implements http.Handler.
func (p *Readyz) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := p.check(r.Context()); err != nil {
		w.Header().Set("Retry-After", strconv.Itoa(int(outageRetry.Seconds())))
		WriteJSON(w, http.StatusServiceUnavailable, health{Status: "unavailable", Reason: err.Error()})
		return
	}
	WriteJSON(w, http.StatusOK, health{Status: "ready", Broker: p.broker()})
}

func (p *Readyz) check(ctx context.Context) error {
	if p.stopping.Err() != nil {
		return errors.New("shutting down")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pinged.IsZero() || time.Since(p.pinged) > pingAge {
		// A client that leaves does not end the ping: others wait for it.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
		defer cancel()
		p.failed = p.ping(ctx)
		p.pinged = time.Now()
	}
	if p.failed != nil {
		return errors.New("the database can't be reached")
	}
	return nil
}

// Home answers at / with links to the rest.
func Home(w http.ResponseWriter, r *http.Request) {
	WriteJSON(w, http.StatusOK, map[string]any{
		"name":      "firmhub",
		"requestId": viewer.From(r.Context()).Request.ID,
		"links": map[string]string{
			"documentation": "/docs",
			"openapi":       "/openapi.json",
			"graphql":       "/graphql",
			"schema":        "/graphql/schema.graphql",
			"playground":    "/graphql/playground",
			"notifications": "/notifications-demo",
			"health":        "/healthz",
			"readiness":     "/readyz",
		},
	})
}

// WriteJSON answers with a value as JSON, without the envelope.
func WriteJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // The status is sent; a client that left needs no answer.
}
