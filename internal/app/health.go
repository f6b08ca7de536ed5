package app

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/firmhub/firmhub/graph"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	probeTimeout = 2 * time.Second
	outageRetry  = 5 * time.Second
)

const (
	healthPath  = "/healthz"
	readyPath   = "/readyz"
	metricsPath = "/metrics"
)

// isProbe reports whether the request is one of a monitor. Those would flood the log.
func isProbe(r *http.Request) bool {
	switch r.URL.Path {
	case healthPath, readyPath, metricsPath:
		return true
	}
	return false
}

type health struct {
	Status string `json:"status"`
	Reason string `json:"reason,omitempty"`
}

// healthz says that the process is up; it asks nothing else, so that an outage of the database restarts nobody.
func healthz(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, health{Status: "ok"})
}

// readyz reports whether requests should be sent here. It pings the database at most once in pingAge, however often it is
// called.
type readyz struct {
	// ping returns an error when the database does not answer.
	ping func(context.Context) error
	// closing is done when the server stops.
	closing context.Context //nolint:containedctx // the life of the server, not of a request

	mu     sync.Mutex // guards what follows
	pinged time.Time
	failed error
}

// pingAge is how long the result of a ping is used.
const pingAge = time.Second

func (p *readyz) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := p.check(r.Context()); err != nil {
		w.Header().Set("Retry-After", strconv.Itoa(int(outageRetry.Seconds())))
		writeJSON(w, http.StatusServiceUnavailable, health{Status: "unavailable", Reason: err.Error()})
		return
	}
	writeJSON(w, http.StatusOK, health{Status: "ready"})
}

func (p *readyz) check(ctx context.Context) error {
	if p.closing.Err() != nil {
		return errors.New("shutting down")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pinged.IsZero() || time.Since(p.pinged) > pingAge {
		// A client that leaves does not end the ping: others wait for it.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), probeTimeout)
		defer cancel()
		p.failed = p.ping(ctx)
		p.pinged = time.Now()
	}
	if p.failed != nil {
		return errors.New("the database can't be reached")
	}
	return nil
}

// home tells somebody who opens the bare address where to go.
func home(w http.ResponseWriter, r *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{
		"name":      "firmhub",
		"requestId": viewer.From(r.Context()).Request.ID,
		"links": map[string]string{
			"documentation": "/docs",
			"openapi":       "/openapi.json",
			"graphql":       graphqlPath,
			"schema":        graph.SchemaPath,
			"playground":    "/graphql/playground",
			"health":        healthPath,
			"readiness":     readyPath,
		},
	})
}
