package graph

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/handler/transport"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// bodyLimit is that of every JSON body of the contract.
	bodyLimit = 1 << 20
	keepAlive = 15 * time.Second
)

// ServeHTTP serves /graphql: queries by GET, everything by POST (JSON, or multipart), by Server-Sent Events and by
// WebSocket (graphql-transport-ws, and the older graphql-ws).
//
// GET and POST are our own and not gqlgen's, whose answer to a body that it can't read holds the body, password and all.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r = r.WithContext(graphql.StartOperationTrace(r.Context()))
	multipart := transport.MultipartForm{MaxUploadSize: bodyLimit, MaxMemory: bodyLimit}
	switch {
	case r.Header.Get("Upgrade") != "":
		s.serveSocket(w, r)
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", "GET, POST, OPTIONS")
	case r.Method == http.MethodGet:
		s.serveParams(w, r, queryParams)
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", "GET, POST, OPTIONS")
		refuse(w, r, fault.New(fault.MethodNotAllowed, "Use GET or POST."))
	case transport.SSE{}.Supports(r):
		s.serveEvents(w, r)
	case multipart.Supports(r):
		s.serveMultipart(w, r, multipart)
	case transport.POST{}.Supports(r):
		s.serveParams(w, r, bodyParams)
	default:
		refuse(w, r, fault.New(fault.UnsupportedMediaType, "Send application/json."))
	}
}

// serveParams runs the operation that the request holds, and answers 200 once it was run, whatever came of it.
func (s *Server) serveParams(w http.ResponseWriter, r *http.Request, read func(*http.Request) (*graphql.RawParams, error)) {
	params, err := read(r)
	if err != nil {
		refuse(w, r, err)
		return
	}
	params.Headers = r.Header
	operation, faults := s.executor.CreateOperationContext(r.Context(), params)
	if len(faults) > 0 {
		ctx := graphql.WithOperationContext(r.Context(), operation)
		write(w, http.StatusBadRequest, s.executor.DispatchError(ctx, faults))
		return
	}
	if r.Method == http.MethodGet && operation.Operation.Operation != ast.Query {
		w.Header().Set("Allow", http.MethodPost)
		refuse(w, r, fault.New(fault.MethodNotAllowed, "GET is for queries; send a %s by POST.", operation.Operation.Operation))
		return
	}
	respond, ctx := s.executor.DispatchOperation(r.Context(), operation)
	if response := respond(ctx); response != nil {
		write(w, http.StatusOK, response)
		return
	}
	refuse(w, r, fault.From(context.Cause(ctx)))
}

func bodyParams(r *http.Request) (*graphql.RawParams, error) {
	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	return decodeParams(body)
}

// readBody reads the body up to the limit.
func readBody(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, bodyLimit+1))
	switch {
	case err != nil:
		return nil, fault.New(fault.ValidationError, "The body could not be read.").Because(err)
	case len(body) > bodyLimit:
		return nil, fault.New(fault.PayloadTooLarge, "The body is larger than 1 MiB.")
	}
	return body, nil
}

// decodeParams says of a body that is wrong only that it is wrong: it may hold a password.
func decodeParams(body []byte) (*graphql.RawParams, error) {
	var params graphql.RawParams
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&params); err != nil || decoder.More() {
		return nil, fault.New(fault.ValidationError, "The body must be a JSON object with query, variables and operationName.")
	}
	return &params, nil
}

func queryParams(r *http.Request) (*graphql.RawParams, error) {
	values := r.URL.Query()
	params := &graphql.RawParams{Query: values.Get("query"), OperationName: values.Get("operationName")}
	for name, into := range map[string]*map[string]any{"variables": &params.Variables, "extensions": &params.Extensions} {
		if text := values.Get(name); text != "" {
			decoder := json.NewDecoder(bytes.NewBufferString(text))
			decoder.UseNumber()
			if decoder.Decode(into) != nil || decoder.More() {
				return nil, fault.New(fault.ValidationError, "The parameter %s must be a JSON object.", name)
			}
		}
	}
	return params, nil
}

// serveEvents serves an event stream until it is complete, the credential expires or the session ends.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	body, err := readBody(r)
	if err == nil {
		_, err = decodeParams(body) // gqlgen would put a body that it can't read into the answer and the log
	}
	if err != nil {
		refuse(w, r, err)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	asking := viewer.From(r.Context())
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	if !asking.Expires.IsZero() {
		ctx, cancel = context.WithDeadline(ctx, asking.Expires)
		defer cancel()
	}
	events := &eventStream{cancel}
	if !s.streams.add(asking, events) {
		refuse(w, r, errTooManyStreams())
		return
	}
	defer s.streams.remove(asking, events)
	// A session that ended just before was not yet in the register that its end goes through.
	if asking.Kind == viewer.User {
		if _, err := s.authenticate(ctx, bearer(r.Header.Get("Authorization")), asking.Request); err != nil {
			refuse(w, r, err)
			return
		}
	}
	transport.SSE{KeepAlivePingInterval: keepAlive}.Do(w, r.WithContext(ctx), bounded{s.executor})
}

// eventStream ends by its context: the protocol has no codes.
type eventStream struct{ cancel context.CancelFunc }

func (e *eventStream) end(int, string) { e.cancel() }

// serveMultipart serves a form. gqlgen panics on a map that does not fit the variables.
func (s *Server) serveMultipart(w http.ResponseWriter, r *http.Request, form transport.MultipartForm) {
	if r.ContentLength > bodyLimit {
		refuse(w, r, fault.New(fault.PayloadTooLarge, "The body is larger than 1 MiB."))
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, bodyLimit)
	defer func() {
		if recover() != nil {
			refuse(w, r, fault.New(fault.ValidationError, "The map of the form does not fit its variables."))
		}
	}()
	form.Do(w, r, s.executor)
}

// refuse answers a request that never becomes an operation.
func refuse(w http.ResponseWriter, r *http.Request, err error) {
	presented := present(r.Context(), gqlerror.Wrap(err))
	status := http.StatusInternalServerError
	if refusal, ok := errors.AsType[*fault.Error](presented); ok {
		status = refusal.Code.Status()
	}
	write(w, status, &graphql.Response{Errors: gqlerror.List{presented}, Data: []byte("null")})
}

func write(w http.ResponseWriter, status int, response *graphql.Response) {
	body, err := json.Marshal(response)
	if err != nil {
		panic(err) // the edge answers
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
