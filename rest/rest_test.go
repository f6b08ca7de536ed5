package rest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/httpd"
	"github.com/firmhub/firmhub/internal/transfer/stream"
	"github.com/firmhub/firmhub/internal/transfer/upload"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/rest"
)

// bench is the routes with an executor whose root fields return what a test sets.
type bench struct {
	api     *rest.API
	handler http.Handler
	schema  *ast.Schema

	// results are the data of root fields by name, as JSON or an error; any other field answers
	// null.
	results map[string]any
	// access refuses root fields by name.
	access map[string]error
	// seen is the last operation that ran.
	seen *graphql.OperationContext
	// table is what every stream writes.
	table *stream.Table
	// renew is the error of a credential that is checked again.
	renew error
	// file is what a route of the kind Content answers.
	file *rest.File
}

// setup builds the real table on the real schema.
func setup(tb testing.TB) *bench {
	tb.Helper()
	files, err := filepath.Glob("../graph/schema/*.graphql")
	require.NoError(tb, err)
	require.NotEmpty(tb, files)
	sources := make([]*ast.Source, 0, len(files))
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(tb, err)
		sources = append(sources, &ast.Source{Name: file, Input: string(text)})
	}
	return setupOn(tb, sources, rest.New)
}

// setupItems builds the table, the documents and the schema of table_test.go.
func setupItems(tb testing.TB) *bench {
	tb.Helper()
	return setupOn(tb, []*ast.Source{{Input: itemSchema}}, func(options rest.Options) (*rest.API, error) {
		return rest.Build(options, itemRoutes(), itemDocuments())
	})
}

func setupOn(tb testing.TB, sources []*ast.Source, build func(rest.Options) (*rest.API, error)) *bench {
	tb.Helper()
	b := &bench{results: map[string]any{}, access: map[string]error{}}
	var err error
	b.schema, err = gqlparser.LoadSchema(sources...)
	require.NoError(tb, err)
	b.api, err = build(rest.Options{
		Executor: b,
		Bodies:   b,
		Schema:   b.schema,
		Scalars:  scalars(),
		Streams: map[string]stream.Source{
			"auditLog": b.source, "consents": b.source, "contactPage": b.source, "contactImportErrors": b.source, "items": b.source,
			"walletMonthlySummary": b.source, "clientWalletSummary": b.source, "messageVolume": b.source,
			"quoteCampaign": b.source, "campaignRecipients": b.source,
		},
		Contents: map[string]rest.ContentSource{"file": b.content, "message": b.content},
		Opened:   func(context.Context, func()) (func(), error) { return func() {}, nil },
		Version:  "1.2.3",
	})
	require.NoError(tb, err)
	mounts := make([]httpd.Mount, 0, len(b.api.Endpoints()))
	for _, e := range b.api.Endpoints() {
		mounts = append(mounts, httpd.Mount{Method: e.Method, Path: e.Path, Head: e.Head, Handler: e.Handler})
	}
	router, err := httpd.NewRouter(mounts, rest.Refuse)
	require.NoError(tb, err)
	b.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { router.Match(r).Handler.ServeHTTP(w, r) })
	return b
}

// source answers with the table of the test, unless a result of its field is an error.
func (b *bench) source(_ context.Context, variables map[string]any) (*stream.Table, error) {
	b.seen = &graphql.OperationContext{Variables: variables}
	if err, ok := b.results["items"].(error); ok {
		return nil, err
	}
	if b.table == nil {
		return &stream.Table{Columns: []string{"id"}, Next: func(context.Context, *stream.Rows) (bool, error) { return false, nil }}, nil
	}
	return b.table, nil
}

// content opens the file of the test, unless a result of its field is an error.
func (b *bench) content(context.Context, map[string]any) (*rest.File, error) {
	if err, ok := b.results["file"].(error); ok {
		return nil, err
	}
	return b.file, nil
}

// Open implements [rest.Bodies]: it returns a body without deadlines.
func (b *bench) Open(_ http.ResponseWriter, r *http.Request, limit int64, check func(context.Context) error) (*upload.Body, error) {
	return upload.NewBody(r.Body, limit, func(time.Time) error { return nil }, func() error { return check(r.Context()) }), nil
}

// Renew implements [rest.Bodies].
func (b *bench) Renew(r *http.Request) (*http.Request, error) { return r, b.renew }

// Receive implements [rest.Bodies]: it reads a body up to the limit of the contract.
func (b *bench) Receive(w http.ResponseWriter, r *http.Request) ([]byte, *http.Request, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		err = fault.New(fault.PayloadTooLarge, "Too large.")
	}
	return body, r, err
}

func scalars() map[string]bind.Scalar {
	return map[string]bind.Scalar{"ID": {
		Parse: func(v any) (any, error) {
			text, _ := v.(string)
			if id, err := uuid.Parse(text); err == nil && len(text) == 36 {
				return id.String(), nil
			}
			return nil, errors.New("must be a UUID")
		},
		Zero: uuid.Nil.String(),
	}}
}

// Admit implements [rest.Executor].
func (b *bench) Admit(ctx context.Context, field *ast.FieldDefinition) error {
	return b.Access(ctx, field)
}

// Access implements [rest.Executor].
func (b *bench) Access(_ context.Context, field *ast.FieldDefinition) error {
	return b.access[field.Name]
}

// TakesKeys implements [rest.Executor].
func (b *bench) TakesKeys(field *ast.FieldDefinition) bool {
	can := field.Directives.ForName("can").Arguments
	return can.ForName("keys") == nil &&
		authz.Permission{Module: can.ForName("module").Value.Raw, Action: can.ForName("action").Value.Raw}.ForAPIClients()
}

// Compile implements [rest.Executor]: its function refuses faults, as the executor does, and
// answers what the test said.
func (b *bench) Compile(document *ast.QueryDocument) (rest.Run, error) {
	root, _ := document.Operations[0].SelectionSet[0].(*ast.Field)
	return func(_ context.Context, variables map[string]any, faults fault.Details, _ viewer.Renew) (*graphql.Response, error) {
		b.seen = &graphql.OperationContext{Operation: document.Operations[0], Variables: variables}
		refuse := func(err error) (*graphql.Response, error) {
			return &graphql.Response{Errors: gqlerror.List{gqlerror.Wrap(err)}}, nil
		}
		if len(faults) > 0 {
			return refuse(faults.Err())
		}
		result := b.results[root.Name]
		if run, ok := result.(func(*graphql.OperationContext) (string, error)); ok {
			var err error
			if result, err = run(b.seen); err != nil {
				result = err
			}
		}
		if err, ok := result.(error); ok {
			return refuse(err)
		}
		if result == nil {
			result = "null"
		}
		return &graphql.Response{Data: fmt.Appendf(nil, `{"data":%s}`, result)}, nil
	}, nil
}

const requestID = "test-request"

// call sends a request. A body is JSON unless the header has another type. A header may have
// several values.
func (b *bench) call(method, target, body string, header ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, "http://firmhub.test/", strings.NewReader(body))
	if body == "" {
		request = httptest.NewRequest(method, "http://firmhub.test/", http.NoBody)
	} else if !slices.Contains(header, "Content-Type") {
		request.Header.Set("Content-Type", "application/json")
	}
	target, query, _ := strings.Cut(target, "?")
	request.URL.RawQuery = query
	request.URL.RawPath = target
	request.URL.Path = unescape(target)
	for i := 0; i < len(header); i += 2 {
		request.Header.Add(header[i], header[i+1])
	}
	who := &viewer.Viewer{Request: viewer.Request{ID: requestID}}
	request = request.WithContext(viewer.NewContext(request.Context(), who))
	recorder := httptest.NewRecorder()
	b.handler.ServeHTTP(recorder, request)
	return recorder
}

func unescape(path string) string {
	return strings.NewReplacer("%2F", "/", "%6C", "l", "%zz", "%zz").Replace(path)
}

// envelope is any answer, each field as it stands.
type envelope struct {
	IsSuccess *bool           `json:"isSuccess"`
	Data      json.RawMessage `json:"data"`
	Message   *string         `json:"message"`
	Error     json.RawMessage `json:"error"`
}

type reason struct {
	Code      fault.Code     `json:"code"`
	Details   *fault.Details `json:"details"`
	RequestID string         `json:"requestId"`
}

// open reads an answer and checks all that holds for every one.
func open(tb testing.TB, answer *httptest.ResponseRecorder) (envelope, reason) {
	tb.Helper()
	var e envelope
	decoder := json.NewDecoder(answer.Body)
	decoder.DisallowUnknownFields()
	require.NoError(tb, decoder.Decode(&e), "status %d", answer.Code)
	_, err := decoder.Token()
	require.ErrorIs(tb, err, io.EOF)
	require.NotNil(tb, e.IsSuccess)
	require.NotNil(tb, e.Data)
	require.NotNil(tb, e.Message)
	require.NotEmpty(tb, *e.Message)
	require.NotNil(tb, e.Error)
	require.Equal(tb, answer.Code < 300, *e.IsSuccess)
	header := answer.Header()
	require.Equal(tb, "application/json; charset=utf-8", header.Get("Content-Type"))
	require.Equal(tb, "no-store", header.Get("Cache-Control"))
	require.Equal(tb, "nosniff", header.Get("X-Content-Type-Options"))
	require.Equal(tb, requestID, header.Get("X-Request-Id"))
	var r reason
	if *e.IsSuccess {
		require.Equal(tb, "null", string(e.Error))
		return e, r
	}
	require.Equal(tb, "null", string(e.Data))
	require.NoError(tb, json.Unmarshal(e.Error, &r))
	require.Equal(tb, r.Code.Status(), answer.Code)
	require.NotNil(tb, r.Details)
	require.Equal(tb, requestID, r.RequestID)
	return e, r
}

// refused checks that an answer has this code and these details.
func refused(tb testing.TB, answer *httptest.ResponseRecorder, code fault.Code, details ...fault.Detail) {
	tb.Helper()
	e, r := open(tb, answer)
	require.Equal(tb, code, r.Code, *e.Message)
	require.ElementsMatch(tb, details, *r.Details)
}
