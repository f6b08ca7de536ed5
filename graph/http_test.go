package graph_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const (
	plainUTF8   = "application/json; charset=utf-8"
	graphqlUTF8 = "application/graphql-response+json; charset=utf-8"
	eventsUTF8  = "text/event-stream; charset=utf-8"
)

// TestAudits runs the audits that the authors of GraphQL over HTTP have for servers.
func TestAudits(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	said := runNode(t, "audits.js", "", a.URL+"/graphql")
	require.JSONEq(t, `{"audits": 61, "failed": 0}`, said)
}

func TestAccept(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	for name, want := range map[string]struct{ accept, answered string }{
		"None":                {"", plainUTF8},
		"Any":                 {"*/*", plainUTF8},
		"Browser":             {"text/html,application/xhtml+xml;q=0.9,*/*;q=0.8", plainUTF8},
		"urql":                {"application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed", graphqlUTF8},
		"Apollo":              {"application/graphql-response+json,application/json;q=0.9", graphqlUTF8},
		"ApolloSubscriptions": {"multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/graphql-response+json,application/json;q=0.9", graphqlUTF8},
		"OnlyEvents":          {"text/event-stream", eventsUTF8},
		"EventsFirst":         {"text/event-stream, application/json", eventsUTF8},
		"EventsLater":         {"application/json, text/event-stream", plainUTF8},
		"EventsWithLessQ":     {"text/event-stream;q=0.5, */*;q=0.6", plainUTF8},
		"EventsWithMoreQ":     {"application/json; q=0.5, TEXT/EVENT-STREAM ;q=0.6", eventsUTF8},
		"EventsNever":         {"text/event-stream;q=0, */*", plainUTF8},
		"Family":              {"text/*", eventsUTF8},
		"Specific":            {"*/*, application/json;q=0, text/event-stream;q=0", graphqlUTF8},
		"Nothing":             {"image/png", plainUTF8},
		"Garbage":             {",;q=x,application/json;q=2,/,text/event-stream;q=NaN", plainUTF8},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := post(t, a, "application/json", `{"query":"{ __typename }"}`, want.accept)
			require.Equal(t, http.StatusOK, answer.Status)
			require.Equal(t, want.answered, answer.Header.Get("Content-Type"))
			require.Contains(t, string(answer.Body), `"data":{"__typename":"Query"}`)
		})
	}
}

// What becomes of an operation, by the media type that is accepted.
func TestStatuses(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		for name, c := range map[string]struct {
			body string
			// json and graphql are the statuses as application/json and as
			// application/graphql-response+json.
			json, graphql int
			code          fault.Code
			data          string
		}{
			"OK":           {`{"query":"{ __typename }"}`, 200, 200, "", `{"__typename":"Query"}`},
			"Refused":      {`{"query":"{ me { isSuperFirm } }"}`, 200, 200, fault.Unauthorized, `{"me":null}`},
			"Syntax":       {`{"query":"{"}`, 200, 400, fault.ValidationError, ""},
			"NoQuery":      {`{"query":""}`, 200, 400, fault.ValidationError, ""},
			"UnknownField": {`{"query":"mutation { nothing }"}`, 200, 400, fault.ValidationError, ""},
			"Variable": {
				`{"query":"mutation($in: LoginInput!) { login(input: $in) { token } }","variables":{"in":{"email":5}}}`,
				200, 400, fault.ValidationError, "",
			},
			"VariableOfADirective": {`{"query":"query($x: Boolean!) { __typename @include(if: $x) }","variables":{"x":"y"}}`, 200, 400, fault.ValidationError, ""},
			"VariableForbidden":    {`{"query":"query($id: ID!) { contact(id: $id) { id } }","variables":{"id":5}}`, 200, 401, fault.Unauthorized, ""},
			"UnknownHash":          {`{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"00"}}}`, 200, 400, fault.ValidationError, ""},
			"NoJSON":               {`{"query":"{ S3cret`, 400, 400, fault.ValidationError, ""},
			"Batch":                {`[{"query":"{ __typename }"}]`, 400, 400, fault.ValidationError, ""},
			"TwoValues":            {`{"query":"{ __typename }"}]`, 400, 400, fault.ValidationError, ""},
			"MissingQuery":         {`{"variables":{}}`, 400, 400, fault.ValidationError, ""},
			"WrongType":            {`{"query":"{ __typename }","variables":["S3cret"]}`, 400, 400, fault.ValidationError, ""},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				for accept, status := range map[string]int{"application/json": c.json, "application/graphql-response+json": c.graphql} {
					answer := post(t, a, "application/json", c.body, accept)
					require.Equal(t, status, answer.Status, "%s: %s", accept, answer.Body)
					require.Equal(t, accept+"; charset=utf-8", answer.Header.Get("Content-Type"))
					require.Equal(t, c.code, answer.Code())
					require.Equal(t, c.data, string(answer.Data))
					require.NotContains(t, string(answer.Body), "S3cret")
				}
			})
		}
	})
}

func TestOperationName(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	const two = `{"query":"query A { __typename } query B { b: __typename }"`
	require.JSONEq(t, `{"b":"Query"}`, string(post(t, a, "application/json", two+`,"operationName":"B"}`, graphqlUTF8).Data))
	for body, message := range map[string]string{
		two + `}`:                     "The document has several operations: operationName is required.",
		two + `,"operationName":"C"}`: `The document has no operation "C".`,
		`{"query":"{ __typename }","operationName":"A"}`: `The document has no operation "A".`,
	} {
		answer := post(t, a, "application/json", body, graphqlUTF8)
		require.Equal(t, http.StatusBadRequest, answer.Status, "%s", answer.Body)
		require.Equal(t, fault.ValidationError, answer.Code())
		require.Equal(t, message, answer.Errors[0].Message)
	}
}

// Requests that are refused as a whole keep their status whatever is accepted, and have no data.
func TestRefusedRequests(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.RateLimit = "calls=1/2" })
	for range 100 {
		answer := post(t, a, "application/json", `{"query":"{ __typename }"}`, "application/json")
		if answer.Status == http.StatusOK {
			continue
		}
		require.Equal(t, http.StatusTooManyRequests, answer.Status)
		require.Equal(t, fault.TooManyRequests, answer.Code())
		require.Empty(t, answer.Data)
		require.Equal(t, "1", answer.Header.Get("Retry-After"))
		return
	}
	t.Error("nothing was refused")
}

func TestGET(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	for query, status := range map[string]int{
		"query={__typename}":                            http.StatusOK,
		"query=query($x:Int){__typename}&variables={x}": http.StatusBadRequest,
		"query=mutation{logout}":                        http.StatusMethodNotAllowed,
		"":                                              http.StatusBadRequest,
		"query={__typename}&extensions=[]":              http.StatusBadRequest,
		"query={__typename}&variables={}&extensions={}":   http.StatusOK,
		"query=query+A{__typename}+query+B{b:__typename}": http.StatusOK,
	} {
		values, err := url.ParseQuery(query)
		require.NoError(t, err)
		answer := a.REST(http.MethodGet, "/graphql?"+values.Encode(), "", nil)
		require.Equal(t, status, answer.Status, "%s: %s", query, answer.Body)
	}
}

func TestForm(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	field := func(name, value string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n"
	}
	const file = "--b\r\nContent-Disposition: form-data; name=\"0\"; filename=\"x\"\r\n\r\nS3cret\r\n"
	for name, c := range map[string]struct {
		form   string
		status int
	}{
		"OK":           {field("operations", `{"query":"{ __typename }"}`) + field("map", `{}`) + "--b--", http.StatusOK},
		"ErrNoEnd":     {field("operations", `{"query":"{ __typename }"}`), http.StatusBadRequest},
		"ErrNoMap":     {field("operations", `{"query":"{ __typename }"}`) + "--b--", http.StatusBadRequest},
		"ErrNoFile":    {field("operations", `{"query":"{ __typename }"}`) + field("map", `{"0":["variables.a"]}`) + "--b--", http.StatusBadRequest},
		"ErrNoPlace":   {field("operations", `{"query":"{ __typename }","variables":{"a":[]}}`) + field("map", `{"0":["variables.a.5"]}`) + file + "--b--", http.StatusBadRequest},
		"ErrFile":      {field("operations", `{"query":"{ __typename }"}`) + field("map", `{}`) + file + "--b--", http.StatusBadRequest},
		"ErrJSON":      {field("operations", `S3cret`) + field("map", `{}`) + "--b--", http.StatusBadRequest},
		"ErrTooLarge":  {field("operations", strings.Repeat("x", 1<<20)), http.StatusRequestEntityTooLarge},
		"ErrWrongType": {"", http.StatusBadRequest},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := post(t, a, "multipart/form-data; boundary=b", c.form, "application/json")
			require.Equal(t, c.status, answer.Status, "%s", answer.Body)
			require.Equal(t, plainUTF8, answer.Header.Get("Content-Type"))
			require.NotContains(t, string(answer.Body), "S3cret")
		})
	}
	for name, contentType := range map[string]string{
		"ErrNone": "", "ErrText": "text/plain", "ErrCharset": "application/json; charset=utf-16", "ErrGarbage": ";",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := post(t, a, contentType, `{"query":"{ __typename }"}`, "")
			require.Equal(t, http.StatusUnsupportedMediaType, answer.Status)
		})
	}
}

func post(t *testing.T, a *firmhubtest.App, contentType, body, accept string) *firmhubtest.Answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+"/graphql", strings.NewReader(body))
	require.NoError(t, err)
	if contentType != "" {
		r.Header.Set("Content-Type", contentType)
	}
	if accept != "" {
		r.Header.Set("Accept", accept)
	}
	return a.Do(r)
}

// An id that is no text is refused as any other id that is none, by both APIs.
func TestIDs(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	owner := a.NewFirm("Acme", "olga@acme.example").Token
	want := fault.Details{{Field: "id", Message: "must be a UUID"}}
	for _, given := range []any{7, 1.5, true, map[string]any{}, []any{7}, "7"} {
		for api, answer := range map[string]*firmhubtest.Answer{
			"GraphQL": a.GraphQL(owner, `query($id: ID!) { role(id: $id) { id } }`, map[string]any{"id": given}),
			"REST":    a.REST(http.MethodPut, "/api/v1/roles/update", owner, map[string]any{"id": given}),
		} {
			require.Equal(t, fault.ValidationError, answer.Code(), "%s: %v", api, given)
			require.Equal(t, want, answer.Details(), "%s: %v", api, given)
		}
	}
}
