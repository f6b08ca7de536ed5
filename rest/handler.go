package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/bind"
	"github.com/firmhub/firmhub/internal/fault"
)

// Options are what a Handler needs.
type Options struct {
	// Executor runs the operations. It is handed the faults of the binder under [bind.Key] in the extensions of every
	// operation (none: an empty fault.Details), and must refuse an operation with faults after it asked for access.
	Executor graphql.GraphExecutor
	Schema   *ast.Schema
	// Scalars are the custom scalars as the binder checks them.
	Scalars map[string]bind.Scalar
	// Access says whether the viewer of the context may use a root field: nil, Unauthorized or Forbidden. It is the very
	// function that the executor asks; here it is asked before the body is read.
	Access func(ctx context.Context, field *ast.FieldDefinition) error
	// Receive reads the body of a request, within the limits of the contract; empty when there is none. It is called once
	// nothing but the body is left to refuse. The operation runs with the context of the request that it returns, which has
	// the viewer as of now: who sends slowly may have lost a right meanwhile.
	Receive func(http.ResponseWriter, *http.Request) ([]byte, *http.Request, error)
	// Pin, where given, gets every document as parsed and validated, so that the executor need not do that again.
	Pin func(text string, document *ast.QueryDocument)
	// ForAPIClients tells the permissions that an API key can have, for the OpenAPI document.
	ForAPIClients func(module, action string) bool
	// Version of the program, for the OpenAPI document.
	Version string
}

// Handler serves the routes, and everything under /api that is none.
//
// It expects the viewer in the context. Whoever puts it there leaves a bad credential to Access, since 404 and 405 come
// before 401, and public routes take no notice of a credential. The pattern of the route, which metrics may use as a
// label, is put into Request.Pattern.
type Handler struct {
	executor graphql.GraphExecutor
	access   func(context.Context, *ast.FieldDefinition) error
	receive  func(http.ResponseWriter, *http.Request) ([]byte, *http.Request, error)
	paths    *matcher
	openAPI  []byte
}

// New builds the handler from the table of [Routes]. It fails with all that is wrong with any route or document.
func New(options Options) (*Handler, error) { return build(options, Routes(), operations) }

func build(options Options, table []Route, files fs.FS) (*Handler, error) {
	documents, err := loadDocuments(files, options.Schema)
	if err != nil {
		return nil, fmt.Errorf("rest: %w", err)
	}
	h := &Handler{executor: options.Executor, access: options.Access, receive: options.Receive, paths: &matcher{}}
	routes := make([]*route, 0, len(table))
	faults := make([]error, 0, 2*len(table))
	for i := range table {
		r, err := compile(table[i], documents, options.Schema, options.Scalars)
		if err == nil {
			err = h.paths.add(r)
			routes = append(routes, r)
		}
		faults = append(faults, err)
	}
	for _, r := range routes {
		faults = append(faults, h.checkLocation(r))
		if options.Pin != nil {
			options.Pin(r.text, r.parsed)
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("rest: %w", err)
	}
	if h.openAPI, err = describe(options, routes); err != nil {
		return nil, fmt.Errorf("rest: OpenAPI: %w", err)
	}
	return h, nil
}

// checkLocation makes sure that what was created can be read where the answer says.
func (h *Handler) checkLocation(r *route) error {
	if r.Location == "" {
		return nil
	}
	if node, _ := h.paths.find(r.Location); node == nil || node.routes[http.MethodGet] == nil {
		return fmt.Errorf("%s: no GET route is at its Location", r.pattern())
	}
	return nil
}

// Knows tells whether a route has the path and the method of a request. The others are answered 404 or 405, whoever asks.
func (h *Handler) Knows(request *http.Request) bool {
	node, _ := h.paths.find(request.URL.EscapedPath())
	return node != nil && node.routes[request.Method] != nil
}

// ServeHTTP answers in the order of the contract: 404 path, 405, 401, 403, 415, 413, 400, then what the resource says.
func (h *Handler) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	defer recovered(w, request)
	node, wildcards := h.paths.find(request.URL.EscapedPath())
	if node == nil {
		Refuse(w, request, fault.New(fault.NotFound, "There is nothing at this path."))
		return
	}
	r := node.routes[request.Method]
	if r == nil {
		w.Header().Set("Allow", node.allow)
		Refuse(w, request, fault.New(fault.MethodNotAllowed, "This path takes %s.", node.allow))
		return
	}
	request.Pattern = r.pattern()
	r = r.serving(request)

	data, err := h.run(r, w, request, wildcards)
	if err != nil {
		Refuse(w, request, err)
		return
	}
	r.answer(w, request, data)
}

// run executes the operation of a route and returns the executor's {"data":…}.
func (h *Handler) run(r *route, w http.ResponseWriter, request *http.Request, wildcards []string) ([]byte, error) {
	if err := h.access(request.Context(), r.root.Definition); err != nil {
		return nil, err
	}
	var body []byte
	if r.takesBody {
		var err error
		if body, request, err = h.body(w, request); err != nil {
			return nil, err
		}
	}
	given, err := r.values(request, body, wildcards)
	if err != nil {
		return nil, err
	}

	response, err := h.execute(graphql.StartOperationTrace(request.Context()), &graphql.RawParams{
		Query:      r.text,
		Variables:  given.variables,
		Extensions: map[string]any{bind.Key: given.faults},
		Headers:    request.Header,
	})
	switch {
	case err != nil:
		return nil, err
	case len(response.Errors) > 0:
		return nil, r.asSent(given.sent, response.Errors[0])
	case len(given.faults) > 0:
		return nil, given.faults.Err()
	case !bytes.HasPrefix(response.Data, []byte(`{"`+dataAlias+`":`)):
		return nil, fmt.Errorf("rest: the executor answered %.100q", response.Data)
	}
	return response.Data, nil
}

func (h *Handler) execute(ctx context.Context, params *graphql.RawParams) (*graphql.Response, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	operation, faults := h.executor.CreateOperationContext(ctx, params)
	if len(faults) > 0 {
		return h.executor.DispatchError(graphql.WithOperationContext(ctx, operation), faults), nil
	}
	respond, ctx := h.executor.DispatchOperation(ctx, operation)
	response := respond(ctx)
	if response == nil {
		return nil, errors.Join(errors.New("rest: the executor returned no response"), ctx.Err())
	}
	return response, nil
}

// answer splices {"data":…} into the envelope, unparsed.
func (r *route) answer(w http.ResponseWriter, request *http.Request, data []byte) {
	if r.locationMark != nil {
		id, _, ok := bytes.Cut(bytes.TrimPrefix(data, r.locationMark), []byte(`"`))
		if !ok || !bytes.HasPrefix(data, r.locationMark) {
			Refuse(w, request, fmt.Errorf("rest: no id for the Location in %.100q", data))
			return
		}
		opening, closing := strings.IndexByte(r.Location, '{'), strings.IndexByte(r.Location, '}')
		w.Header().Set("Location", r.Location[:opening]+string(id)+r.Location[closing+1:])
	}
	data = data[1 : len(data)-1]
	if r.NoData {
		data = []byte(`"data":null`)
	}
	write(w, request, r.Status, []byte(`{"isSuccess":true,`), data, r.ending)
}

// recovered answers a panic as InternalError, with the stack for the log.
func recovered(w http.ResponseWriter, request *http.Request) {
	switch panicked := recover(); panicked {
	case nil:
	case http.ErrAbortHandler:
		panic(panicked)
	default:
		Refuse(w, request, fmt.Errorf("panic: %v\n%s", panicked, debug.Stack()))
	}
}
