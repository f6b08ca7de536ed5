package graph

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// bodyLimit is that of every JSON body of the contract.
	bodyLimit = 1 << 20
	keepAlive = 15 * time.Second
)

// newTransports lists the ways into /graphql; the first that supports a request serves it, so SSE (a POST that accepts
// an event stream) stands before POST.
func (s *Server) newTransports() []graphql.Transport {
	return []graphql.Transport{
		transport.Options{AllowedMethods: []string{http.MethodOptions, http.MethodGet, http.MethodPost}},
		transport.SSE{KeepAlivePingInterval: keepAlive},
		transport.GET{},
		transport.POST{},
		transport.MultipartForm{MaxUploadSize: bodyLimit, MaxMemory: bodyLimit},
	}
}

// ServeHTTP serves /graphql: queries by GET, everything by POST (JSON, or multipart), by Server-Sent Events and by
// WebSocket (graphql-transport-ws, and the older graphql-ws).
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Upgrade") != "" {
		s.serveSocket(w, r)
		return
	}
	if r.ContentLength > bodyLimit {
		refuseRequest(w, r, fault.New(fault.PayloadTooLarge, "The body is larger than 1 MiB."))
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, bodyLimit)
	r = r.WithContext(graphql.StartOperationTrace(r.Context()))
	for _, t := range s.transports {
		if !t.Supports(r) {
			continue
		}
		if _, events := t.(transport.SSE); events {
			s.serveEvents(w, r, t)
			return
		}
		t.Do(w, r, s.executor)
		return
	}
	switch r.Method {
	case http.MethodGet, http.MethodPost, http.MethodHead:
		refuseRequest(w, r, fault.New(fault.UnsupportedMediaType, "Send application/json."))
	default:
		w.Header().Set("Allow", "GET, POST, OPTIONS")
		refuseRequest(w, r, fault.New(fault.MethodNotAllowed, "Use GET or POST."))
	}
}

// serveEvents serves an event stream until it is complete, the credential expires or the session ends.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request, t graphql.Transport) {
	asking := viewer.From(r.Context())
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	if !asking.Expires.IsZero() {
		ctx, cancel = context.WithDeadline(ctx, asking.Expires)
		defer cancel()
	}
	events := &eventStream{cancel}
	s.streams.add(asking.SessionID, events)
	defer s.streams.remove(asking.SessionID, events)
	t.Do(w, r.WithContext(ctx), s.executor)
}

// eventStream ends by its context: the protocol has no codes.
type eventStream struct{ cancel context.CancelFunc }

func (e *eventStream) end(int, string) { e.cancel() }

// refuseRequest answers a request that never becomes an operation.
func refuseRequest(w http.ResponseWriter, r *http.Request, refusal *fault.Error) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(refusal.Code.Status())
	presented := present(r.Context(), gqlerror.Wrap(refusal))
	_ = json.NewEncoder(w).Encode(graphql.Response{Errors: gqlerror.List{presented}, Data: []byte("null")})
}
