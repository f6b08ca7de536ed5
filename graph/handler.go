package graph

import (
	"context"
	"net/http"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// allowedMethods are the methods of /graphql.
const allowedMethods = "GET, POST, OPTIONS"

// ServeHTTP serves /graphql: queries by GET and everything by POST, with JSON or Server-Sent Events
// as the client accepts, and WebSockets (graphql-transport-ws, and the older graphql-ws). It sets
// the deadlines of operations and streams itself.
//
// firmhub has its own transports over HTTP. Those of gqlgen repeat a body that they can't read,
// including passwords, and write to an event stream after its handler has returned.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Header.Get("Upgrade") != "":
		s.serveSocket(w, r)
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", allowedMethods)
	case r.Method == http.MethodGet:
		s.serveOperation(w, r, queryParams)
	case r.Method == http.MethodPost:
		s.serveOperation(w, r, s.bodyParams)
	default:
		w.Header().Set("Allow", allowedMethods)
		Refuse(w, r, fault.New(fault.MethodNotAllowed, "Use GET or POST."))
	}
}

// readParams reads the operation of a request. It returns the request with the viewer that was
// authenticated again after the body.
type readParams func(http.ResponseWriter, *http.Request) (*graphql.RawParams, *http.Request, error)

// serveOperation runs the operation of a request. The middleware has counted its first call.
func (s *Server) serveOperation(w http.ResponseWriter, r *http.Request, read readParams) {
	params, r, err := read(w, r)
	if err != nil {
		Refuse(w, r, err)
		return
	}
	begin, kind, name := s.begin(r, params)
	if log, ok := w.(interface{ NameOperation(name string) }); ok && name != "" { // a response of httpd
		log.NameOperation(logged(name))
	}
	accepts := negotiate(r.Header.Values("Accept"))
	switch {
	case kind == ast.Mutation && r.Method == http.MethodGet:
		w.Header().Set("Allow", http.MethodPost)
		Refuse(w, r, fault.New(fault.MethodNotAllowed, "GET is for queries; send a mutation by POST."))
	case kind == ast.Subscription && !accepts.events:
		answer(w, r, refusal(r.Context(), fault.New(fault.ValidationError,
			"Subscriptions are answered as text/event-stream, or over a WebSocket.")))
	case hasFile(params.Variables) && (kind == ast.Subscription || accepts.preferred == eventsType):
		Refuse(w, r, fault.New(fault.ValidationError, "An upload is answered as JSON.")) // An event stream begins before the file is read.
	case kind == ast.Subscription || accepts.preferred == eventsType:
		s.serveEvents(w, r, begin)
	default:
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		respond, ctx := begin(ctx)
		response := respond(ctx)
		if response == nil {
			Refuse(w, r, fault.From(context.Cause(ctx)))
			return
		}
		answer(w, r, response)
	}
}

// begin starts an operation. It returns the handler that returns its responses, and the context for
// calling the handler.
type begin func(context.Context) (graphql.ResponseHandler, context.Context)

// begin prepares an operation, and returns its kind and name. If it is refused, its kind is empty
// and its only response has no data.
func (s *Server) begin(r *http.Request, params *graphql.RawParams) (_ begin, kind ast.Operation, name string) {
	ctx := r.Context()
	o, err := s.prepare(ctx, params)
	if err != nil {
		response := s.refuse(ctx, o, listed(err))
		response.Data = nil
		return func(ctx context.Context) (graphql.ResponseHandler, context.Context) {
			return graphql.OneShot(response), ctx
		}, "", o.name()
	}
	o.renew = func(ctx context.Context) (*viewer.Viewer, error) {
		now, err := s.options.Bodies.Renew(r.WithContext(ctx))
		if err != nil {
			return nil, err
		}
		return viewer.From(now.Context()), nil
	}
	return func(ctx context.Context) (graphql.ResponseHandler, context.Context) { return s.start(ctx, o) }, o.Operation.Operation, o.name()
}

// refusal returns the response to an operation that does not begin.
func refusal(ctx context.Context, err error) *graphql.Response {
	return &graphql.Response{Errors: gqlerror.List{present(ctx, gqlerror.Wrap(err))}}
}
