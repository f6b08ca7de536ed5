package app

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	probeTimeout = 2 * time.Second
	outageRetry  = 5 * time.Second
)

// isProbe tells the requests of monitors, which would flood the log.
func isProbe(r *http.Request) bool {
	switch r.URL.Path {
	case "/healthz", "/readyz", "/metrics":
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

// readyz says whether requests should be sent here.
type readyz struct {
	// ping reaches the database, or says why not.
	ping func(context.Context) error
	// closing is done when the server stops.
	closing context.Context //nolint:containedctx // the life of the server, not of a request
}

func (p readyz) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), probeTimeout)
	defer cancel()
	if err := p.check(ctx); err != nil {
		w.Header().Set("Retry-After", strconv.Itoa(int(outageRetry.Seconds())))
		writeJSON(w, http.StatusServiceUnavailable, health{Status: "unavailable", Reason: err.Error()})
		return
	}
	writeJSON(w, http.StatusOK, health{Status: "ready"})
}

func (p readyz) check(ctx context.Context) error {
	if p.closing.Err() != nil {
		return errors.New("shutting down")
	}
	if p.ping(ctx) != nil {
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
			"playground":    "/graphql/playground",
			"health":        "/healthz",
			"readiness":     "/readyz",
		},
	})
}
