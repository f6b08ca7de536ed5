package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/tidwall/gjson"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Options configure the API.
type Options struct {
	Executor Executor
	Bodies   Bodies
	Schema   *ast.Schema
	// Scalars are the custom scalars, for the binder.
	Scalars map[string]bind.Scalar
	// Streams are the tables of the routes of the kind Stream, by the root field of their
	// operation.
	Streams map[string]stream.Source
	// Contents open the files of the routes of the kind Content, by the root field of their
	// operation.
	Contents map[string]ContentSource
	// Opened registers the streams of feeds.
	Opened Opened
	// Events are the types of events that webhooks get, for the OpenAPI document.
	Events []Event
	// Version is the version of the program, for the OpenAPI document.
	Version string
}

// Executor executes operations.
type Executor interface {
	// Compile returns the function that runs the operation of a document, or an error if the
	// document is beyond the limits of operations.
	Compile(document *ast.QueryDocument) (Run, error)
	// Admit returns nil if the viewer of the context may use a root field, else Unauthorized or
	// Forbidden, and counts the decision. The handler calls it once, before the body is read.
	Admit(ctx context.Context, field *ast.FieldDefinition) error
	// Access returns what Admit returns, and counts nothing. The executor does the same. The
	// handler calls it while an upload or a stream lasts.
	Access(ctx context.Context, field *ast.FieldDefinition) error
	// TakesKeys reports whether a root field that needs a permission is open to API keys that have
	// it, for the OpenAPI document.
	TakesKeys(field *ast.FieldDefinition) bool
}

// Bodies reads the bodies of requests, and checks their credentials again.
type Bodies interface {
	// Receive reads the body of a request, within the limits of the contract. The body is empty
	// when there is none. Receive is called after all other checks that do not need the body. It
	// returns the request in whose context the operation runs, with the current viewer: a caller
	// who sends slowly may have lost a permission meanwhile.
	Receive(w http.ResponseWriter, r *http.Request) ([]byte, *http.Request, error)
	// Open returns the body of a request to be read as it arrives. At its end, check is called with
	// the current viewer.
	Open(w http.ResponseWriter, r *http.Request, limit int64, check func(context.Context) error) (*upload.Body, error)
	// Renew checks the credential of a request again, and returns the request with the current
	// viewer.
	Renew(r *http.Request) (*http.Request, error)
}

// Run runs an operation whose variables are bound. The faults are the faults of the binder. Run
// refuses an operation that has any, after it checked the access.
type Run = func(ctx context.Context, variables map[string]any, faults fault.Details, renew viewer.Renew) (*graphql.Response, error)

// API contains the routes, ready to be served, and their OpenAPI document.
type API struct {
	options Options
	routes  []*route
	// openAPI generates the document when it is first asked for: that takes several times as long
	// as compiling the routes.
	openAPI func() ([]byte, error)
}

// Endpoint is a route to be served at its method and path.
//
// Its handler expects the viewer in the context, and the wildcards of the path as path values of
// the request. The middleware passes an invalid credential on as Viewer.Refused: Admit refuses it,
// and public routes ignore it. The handler answers in the order of the contract: 401,
// 403, 415, 413, 400, then the refusals of the resource.
type Endpoint struct {
	Method, Path string
	Kind         Kind
	// Head reports whether the route may be called with HEAD, that is, whether it changes nothing.
	Head    bool
	Handler http.Handler
}

// Endpoints returns all routes. A route with an old path or a path for the console is there once
// for each.
func (a *API) Endpoints() []Endpoint {
	all := make([]Endpoint, 0, len(a.routes))
	for _, r := range a.routes {
		if r.With != "" {
			continue
		}
		kind := r.Kind
		if r.orStreams() {
			kind = Stream
		}
		endpoint := Endpoint{
			Method: r.Method, Path: r.Path, Kind: kind, Handler: r,
			Head: r.Method == http.MethodGet && r.operation.Operation == ast.Query,
		}
		all = append(all, endpoint)
		if r.OldPath != "" {
			endpoint.Path = r.OldPath
			all = append(all, endpoint)
		}
		if r.ConsolePath != "" {
			endpoint.Path, endpoint.Handler = r.ConsolePath, r.forConsole()
			all = append(all, endpoint)
		}
	}
	return all
}

// Operations returns the names of the operations of all routes.
func (a *API) Operations() []string {
	names := make([]string, len(a.routes))
	for i, r := range a.routes {
		names[i] = r.operation.Name
	}
	return names
}

// New compiles the table of [Routes]. It returns an error with all faults of all routes and
// documents.
func New(options Options) (*API, error) { return build(options, Routes(), operations) }

func build(options Options, table []Route, files fs.FS) (*API, error) {
	documents, err := loadDocuments(files, options.Schema)
	if err != nil {
		return nil, fmt.Errorf("rest: %w", err)
	}
	a := &API{options: options, routes: make([]*route, 0, len(table))}
	known := map[string]*route{}
	faults := make([]error, 0, 2*len(table))
	for i := range table {
		r, err := a.compile(table[i], documents)
		if err == nil {
			a.routes = append(a.routes, r)
			err = r.addTo(known)
		}
		faults = append(faults, err)
	}
	for _, r := range a.routes {
		if r.Location != "" && known[http.MethodGet+" "+r.Location] == nil {
			faults = append(faults, fmt.Errorf("%s: no GET route is at its Location", r.pattern()))
		}
	}
	if err := errors.Join(append(faults, checkDescription(a.routes))...); err != nil {
		return nil, fmt.Errorf("rest: %w", err)
	}
	a.openAPI = sync.OnceValues(func() ([]byte, error) { return describe(options, a.routes) })
	return a, nil
}

// addTo adds a route to those known by their pattern. It adds a route with With to the route that
// it replaces for some requests.
func (r *route) addTo(known map[string]*route) error {
	base := known[r.pattern()]
	switch {
	case r.With == "" && base == nil:
		known[r.pattern()] = r
	case r.With == "":
		return fmt.Errorf("%s is in the table twice", r.pattern())
	case base == nil || base.other != nil:
		return fmt.Errorf("%s with %s does not follow the one row without", r.pattern(), r.With)
	default:
		base.other = r
	}
	return nil
}

// ServeHTTP serves the route.
func (r *route) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r = r.serving(request)
	var err error
	switch r.Kind {
	case JSON:
		if r.streamsFeed(request) {
			err = r.serveFeed(w, request)
		} else {
			err = r.serveJSON(w, request)
		}
	case Upload:
		err = r.serveUpload(w, request)
	case Stream:
		err = r.serveStream(w, request)
	case Content:
		err = r.serveContent(w, request)
	}
	if err == nil {
		return
	}
	if fault.Is(err, fault.Unauthorized) && r.root.Definition.Directives.ForName("apiKey") != nil {
		w.Header().Set(schemeHeader, viewer.Challenge(viewer.SchemeAPIKey, fault.From(err)))
	}
	Refuse(w, request, err)
}

func (r *route) serveJSON(w http.ResponseWriter, request *http.Request) error {
	if r.inCookie {
		if err := checkOrigin(request); err != nil {
			return err
		}
	}
	if err := r.options.Executor.Admit(request.Context(), r.root.Definition); err != nil {
		return err
	}
	given, err := r.values(w, request)
	if err != nil {
		return err
	}
	var renew viewer.Renew
	if r.Feed { // which waits
		renew = r.renewOf(given.request)
	}
	response, err := r.run(given.request.Context(), given.variables, given.faults, renew)
	if err != nil {
		return err
	}
	return r.answer(w, request, given, response)
}

// answer writes the executor's {"data":…} into the envelope, without parsing it.
func (r *route) answer(w http.ResponseWriter, request *http.Request, given *values, response *graphql.Response) error {
	data := []byte(response.Data)
	switch {
	case len(response.Errors) > 0:
		return r.asSent(given.sent, response.Errors[0])
	case len(given.faults) > 0:
		return given.faults.Err()
	case !bytes.HasPrefix(data, []byte(`{"`+dataAlias+`":`)):
		return fmt.Errorf("rest: the executor answered %.100q", data)
	}
	if r.locationMark != nil {
		id, _, ok := bytes.Cut(bytes.TrimPrefix(data, r.locationMark), []byte(`"`))
		if !ok || !bytes.HasPrefix(data, r.locationMark) {
			return fmt.Errorf("rest: no id for the Location in %.100q", data)
		}
		opening, closing := strings.IndexByte(r.Location, '{'), strings.IndexByte(r.Location, '}')
		w.Header().Set("Location", r.Location[:opening]+string(id)+r.Location[closing+1:])
	}
	if r.OmitNull {
		data = withoutNull(data)
	}
	data, err := explainAside(data, given.aside)
	if err != nil {
		return err
	}
	if r.inCookie {
		if data, err = moveToCookie(w, request, data); err != nil {
			return err
		}
	}
	end := r.ending
	if warning := gjson.GetBytes(data, dataAlias+"."+r.Warning); r.Warning != "" && warning.Type == gjson.String {
		end = ending(r.Message + " " + warning.Str)
	}
	data = data[1 : len(data)-1]
	if r.NoData {
		data = []byte(`"data":null`)
	}
	status := r.Status
	if r.ChangesWith != "" && given.sent[r.ChangesWith] != nil {
		status = http.StatusOK
	}
	write(w, request, status, []byte(`{"isSuccess":true,`), data, end)
	return nil
}

// withFaults returns the error together with the faults of the binder, so that a client sees all of
// them at once.
func (v *values) withFaults(err error) error {
	if len(v.faults) == 0 {
		return err
	}
	if err == nil {
		return v.faults.Err()
	}
	switch refusal := fault.From(err); refusal.Code { //nolint:exhaustive // the others come before a ValidationError
	case fault.ValidationError:
		all := v.faults
		for _, detail := range refusal.Details {
			// The domain has seen a placeholder instead of the value that the binder refused.
			if !slices.ContainsFunc(v.faults, func(known fault.Detail) bool { return known.Field == detail.Field }) {
				all = append(all, detail)
			}
		}
		return all.Err()
	case fault.NotFound, fault.Conflict:
		return v.faults.Err()
	}
	return err
}
