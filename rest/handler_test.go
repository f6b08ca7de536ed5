package rest_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	someID = "0198a3f0-6c2e-7b1c-9d53-1f0a5a3c7e10"

	login   = "/api/v1/auth/login"
	logout  = "/api/v1/auth/logout"
	me      = "/api/v1/auth/me"
	setFirm = "/api/v1/auth/setfirm"
	create  = "/api/V1/Contact/create"
	get     = "/api/V1/Contact/get/"
	getAll  = "/api/V1/Contact/getall"
)

var ada = `{"firstName":"Ada","lastName":"Lovelace"}`

func TestOK(t *testing.T) {
	t.Parallel()

	t.Run("the executor's bytes stand in the envelope as they are", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.results["login"] = `{"token":"t","odd":[1e2,  "\u00e9"],"mfaToken":null}`
		answer := b.call(http.MethodPost, login, `{"email":"a@b.c","password":"x","unknown":{"a":[1]}}`)
		require.Equal(t, http.StatusOK, answer.Code)
		want := `{"isSuccess":true,"data":{"token":"t","odd":[1e2,  "\u00e9"]},"message":"Signed in.","error":null}`
		require.Equal(t, want, answer.Body.String())
		open(t, answer)
		require.Equal(t, map[string]any{"input": map[string]any{"email": "a@b.c", "password": "x"}}, b.seen.Variables)
	})
	t.Run("a creation says where", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.results["createContact"] = `{"id":"` + someID + `","firstName":"Ada"}`
		answer := b.call(http.MethodPost, create, ada)
		require.Equal(t, http.StatusCreated, answer.Code)
		require.Equal(t, get+someID, answer.Header().Get("Location"))
	})
	t.Run("a result that says nothing is null", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.results["logout"] = `true`
		answer := b.call(http.MethodPost, logout, `not even JSON`, "Content-Type", "text/plain")
		require.JSONEq(t, `{"isSuccess":true,"data":null,"message":"Signed out.","error":null}`, answer.Body.String())
	})
	t.Run("the path fills a variable", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		require.Equal(t, http.StatusOK, b.call(http.MethodGet, get+strings.ToUpper(someID)+"?id=other", "").Code)
		require.Equal(t, map[string]any{"id": someID}, b.seen.Variables)
	})
	t.Run("the query fills the input", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		query := "?userId=" + someID + "&relationId=" + someID + "&sessionId=" + someID + "&input=x&x=%zz"
		refused(t, b.call(http.MethodGet, setFirm+query, ""), fault.ValidationError,
			fault.Detail{Field: "query", Message: "is not well-formed"})
		require.Equal(t, http.StatusOK, b.call(http.MethodGet, setFirm+strings.TrimSuffix(query, "&x=%zz"), "").Code)
		require.Equal(t, map[string]any{"userId": someID, "relationId": someID, "sessionId": someID}, b.seen.Variables["input"])
	})
	t.Run("an optional body", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		require.Equal(t, http.StatusOK, b.call(http.MethodPost, getAll, "").Code)
		require.Equal(t, map[string]any{"input": map[string]any{}}, b.seen.Variables)
		require.Equal(t, http.StatusOK, b.call(http.MethodPost, getAll, `{"pageNumber":2,"pageSize":5}`).Code)
		require.Equal(t, map[string]any{"page": int64(2), "pageSize": int64(5)}, b.seen.Variables["input"])
		require.Equal(t, http.StatusOK, b.call(http.MethodPost, getAll, "\uFEFF{\"page\":3}").Code, "with a byte order mark")
		require.Equal(t, map[string]any{"page": int64(3)}, b.seen.Variables["input"])
	})
	t.Run("HEAD is GET without the body", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		full := b.call(http.MethodGet, me, "")
		answer := b.call(http.MethodHead, me, "")
		require.Equal(t, http.StatusOK, answer.Code)
		require.Zero(t, answer.Body.Len())
		require.Equal(t, full.Header(), answer.Header())
	})
	t.Run("kinds of JSON", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, kind := range []string{"application/json; charset=UTF-8", "APPLICATION/JSON", "text/json", "application/vnd.api+json"} {
			require.Equal(t, http.StatusCreated, withContact(b).call(http.MethodPost, create, ada, "Content-Type", kind).Code, kind)
		}
	})
}

func withContact(b *bench) *bench {
	b.results["createContact"] = `{"id":"` + someID + `"}`
	return b
}

func TestPaths(t *testing.T) {
	t.Parallel()

	t.Run("unknown", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, path := range []string{
			"/api", "/api/", "/", "", "*", "/api/v1/auth/login/", "/api/v1/auth//login", "//api/v1/auth/login", "/api/v1/auth/./login",
			"/api/v1/x/../auth/login", "/API/v1/auth/login", "/api/V1/auth/login", "/api/v1/Contact/create", "/api/V1/contact/create",
			"/api/V1/Contact/get", "/api/V1/Contact/get/", "/api/V1/Contact/get/" + someID + "/", "/api/V1/Contact/get/a/b",
			"/api/v1/auth/login%2F", "/api/v1/auth%2Flogin",
		} {
			refused(t, b.call(http.MethodPost, path, "{}"), fault.NotFound)
		}
	})
	t.Run("encoded segments", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		require.Equal(t, http.StatusOK, b.call(http.MethodPost, "/api/v1/auth/%6Cogin", `{"email":"a","password":"b"}`).Code)
		for _, id := range []string{"a%2Fb", "7", someID + "0", "{id}"} {
			refused(t, b.call(http.MethodGet, get+id, ""), fault.ValidationError, fault.Detail{Field: "id", Message: "must be a UUID"})
		}
	})
	t.Run("methods", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, c := range []struct{ method, path, allow string }{
			{http.MethodGet, login, "POST"},
			{http.MethodOptions, login, "POST"},
			{http.MethodDelete, me, "GET, HEAD, PUT"},
			{http.MethodHead, setFirm, "GET"},
			{http.MethodPost, get + someID, "GET, HEAD"},
		} {
			answer := b.call(c.method, c.path, "")
			require.Equal(t, c.allow, answer.Header().Get("Allow"), c)
			if c.method != http.MethodHead {
				refused(t, answer, fault.MethodNotAllowed)
			}
		}
	})
}

func TestOrderOfRefusal(t *testing.T) {
	t.Parallel()
	large := `{"firstName":"` + strings.Repeat("a", 1<<20) + `"}`
	b := setup(t)

	// Everything is wrong with this request; each refusal leaves when its cause does.
	b.access["createContact"] = fault.New(fault.Unauthorized, "Sign in first.")
	refused(t, b.call(http.MethodPost, create+"x", large, "Content-Type", "text/plain"), fault.NotFound)
	refused(t, b.call(http.MethodPatch, create, large, "Content-Type", "text/plain"), fault.MethodNotAllowed)
	answer := b.call(http.MethodPost, create, large, "Content-Type", "text/plain")
	require.Equal(t, "Bearer", answer.Header().Get("WWW-Authenticate"))
	refused(t, answer, fault.Unauthorized)
	b.access["ownApiClient"] = fault.New(fault.Unauthorized, "This needs a key.")
	answer = b.call(http.MethodGet, "/api/v1/ApiClient/self", "")
	require.Equal(t, "ApiKey", answer.Header().Get("WWW-Authenticate"))
	refused(t, answer, fault.Unauthorized)
	b.access["createContact"] = fault.New(fault.Forbidden, "You may not.")
	refused(t, b.call(http.MethodPost, create, large, "Content-Type", "text/plain"), fault.Forbidden)
	delete(b.access, "createContact")
	refused(t, b.call(http.MethodPost, create, large, "Content-Type", "text/plain"), fault.UnsupportedMediaType)
	refused(t, b.call(http.MethodPost, create, large), fault.PayloadTooLarge)
	refused(t, b.call(http.MethodPost, create, `{`), fault.ValidationError,
		fault.Detail{Field: "body", Message: "is not valid JSON: it ends too early"})
	b.results["createContact"] = fault.New(fault.Conflict, "That is there already.")
	refused(t, b.call(http.MethodPost, create, ada), fault.Conflict)
}

func TestMediaTypes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, header := range [][]string{
		{"Content-Type", ""},
		{"Content-Type", "application/x-www-form-urlencoded"},
		{"Content-Type", "application/json; charset=utf-16"},
		{"Content-Type", "application/json; charset"},
		{"Content-Type", "json"},
		{"Content-Type", "image/svg+xml"},
		{"Content-Encoding", "gzip"},
	} {
		refused(t, b.call(http.MethodPost, create, ada, header...), fault.UnsupportedMediaType)
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.results["createContact"] = `{"id":"` + someID + `"}`
	for body, want := range map[string]fault.Detail{
		` `:             {Field: "body", Message: "is required"},
		`null`:          {Field: "body", Message: "must be a JSON object"},
		`[]`:            {Field: "body", Message: "must be a JSON object"},
		`"x"`:           {Field: "body", Message: "must be a JSON object"},
		ada + ada:       {Field: "body", Message: "must hold one JSON object and nothing after it"},
		ada + `x`:       {Field: "body", Message: "must hold one JSON object and nothing after it"},
		`{"firstName"}`: {Field: "body", Message: "is not valid JSON: invalid character '}' after object key"},
		`{"a":1,}`:      {Field: "body", Message: "is not valid JSON: invalid character '}'"},
		`{"a":[1,]}`:    {Field: "body", Message: "is not valid JSON: invalid character ']' looking for beginning of value"},
		`{"a":"` + "\xff" + `"}`: {
			Field: "body", Message: "is not valid UTF-8",
		},
		`{"a":{"b":[0,{"c":1,"d":2,"c":3}]}}`: {Field: "a.b[1].c", Message: "is given twice"},
	} {
		answer := b.call(http.MethodPost, create, body)
		_, r := open(t, answer)
		require.Equal(t, fault.ValidationError, r.Code, body)
		require.Equal(t, want.Field, (*r.Details)[0].Field, body)
		require.Contains(t, (*r.Details)[0].Message, want.Message, body)
	}

	t.Run("deep", func(t *testing.T) {
		t.Parallel()
		b := withContact(setup(t))
		for _, body := range []string{
			`{"a":` + strings.Repeat(`[`, 500_000), `{"a":` + strings.Repeat(`{"a":`, 150_000),
			`{"a":` + strings.Repeat(`[`, 70) + strings.Repeat(`]`, 70) + `}`,
		} {
			_, r := open(t, b.call(http.MethodPost, create, body))
			require.Equal(t, fault.ValidationError, r.Code)
			require.Contains(t, (*r.Details)[0].Message, "nested deeper than 64 levels")
		}
	})
	t.Run("a name as long as the body is not repeated in full", func(t *testing.T) {
		t.Parallel()
		b := withContact(setup(t))
		name := `"` + strings.Repeat("é", 200_000) + `":1`
		answer := b.call(http.MethodPost, create, `{`+name+`,`+name+`}`)
		require.Less(t, answer.Body.Len(), 1000)
		open(t, answer)
	})
	t.Run("empty", func(t *testing.T) {
		t.Parallel()
		b := withContact(setup(t))
		refused(t, b.call(http.MethodPost, login, ""), fault.ValidationError,
			fault.Detail{Field: "body", Message: "is required"},
			fault.Detail{Field: "email", Message: "is required"},
			fault.Detail{Field: "password", Message: "is required"})
	})
	t.Run("of unknown length", func(t *testing.T) {
		t.Parallel()
		server := httptest.NewServer(withContact(setup(t)).handler)
		defer server.Close()
		for body, status := range map[string]int{
			ada: http.StatusCreated, "": http.StatusBadRequest, ada + strings.Repeat(" ", 1<<20): http.StatusRequestEntityTooLarge,
		} {
			// A reader of no known type is sent in chunks.
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+create, io.MultiReader(strings.NewReader(body)))
			require.NoError(t, err)
			request.Header.Set("Content-Type", "application/json")
			answer, err := server.Client().Do(request)
			require.NoError(t, err)
			require.NoError(t, answer.Body.Close())
			require.Equal(t, status, answer.StatusCode)
		}
	})
	t.Run("of unknown length, of no type", func(t *testing.T) {
		t.Parallel()
		server := httptest.NewServer(withContact(setup(t)).handler)
		defer server.Close()
		for _, c := range []struct {
			path, body string
			status     int
		}{
			{getAll, "", http.StatusOK},
			{getAll, "{}", http.StatusUnsupportedMediaType},
			{create, "", http.StatusBadRequest},
		} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+c.path, io.MultiReader(strings.NewReader(c.body)))
			require.NoError(t, err)
			answer, err := server.Client().Do(request)
			require.NoError(t, err)
			require.NoError(t, answer.Body.Close())
			require.Equal(t, c.status, answer.StatusCode, c)
		}
	})
	t.Run("exactly 1 MiB", func(t *testing.T) {
		t.Parallel()
		b := withContact(setup(t))
		padded := ada + strings.Repeat(" ", 1<<20-len(ada))
		require.Equal(t, http.StatusCreated, b.call(http.MethodPost, create, padded).Code)
		refused(t, b.call(http.MethodPost, create, padded+" "), fault.PayloadTooLarge)
	})
}

func TestAllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	refused(t, b.call(http.MethodPost, create, `{"lastName":1,"gender":"robot","phones":[{"phone":"1"},{"isPrimary":"yes"}],"tags":["a",2]}`),
		fault.ValidationError,
		fault.Detail{Field: "firstName", Message: "is required"},
		fault.Detail{Field: "lastName", Message: "must be a string"},
		fault.Detail{Field: "gender", Message: "must be one of Male, Female, Other"},
		fault.Detail{Field: "phones[1].phone", Message: "is required"},
		fault.Detail{Field: "phones[1].isPrimary", Message: "must be true or false"},
		fault.Detail{Field: "tags[1]", Message: "must be a string"})
}

func TestErrorsOfTheExecutor(t *testing.T) {
	t.Parallel()

	t.Run("refusals", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, code := range []fault.Code{
			fault.ValidationError, fault.Unauthorized, fault.Forbidden, fault.NotFound, fault.Conflict, fault.InsufficientBalance,
			fault.TooManyRequests, fault.Unavailable, fault.InternalError,
		} {
			b.results["me"] = fault.Retry(code, 1500*time.Millisecond, "No.")
			answer := b.call(http.MethodGet, me, "")
			wait := map[bool]string{true: "2"}[code == fault.TooManyRequests || code == fault.Unavailable]
			require.Equal(t, wait, answer.Header().Get("Retry-After"), code)
			refused(t, answer, code)
		}
	})
	t.Run("a limit of its own", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		limit := fault.Retry(fault.TooManyRequests, 5500*time.Millisecond, "Too many tries.")
		limit.Limit, limit.Reset = 10, 59500*time.Millisecond
		b.results["login"] = limit
		answer := b.call(http.MethodPost, login, `{"email":"a@b.c","password":"x"}`)
		require.Equal(t, "6", answer.Header().Get("Retry-After"))
		require.Equal(t, "10", answer.Header().Get("RateLimit-Limit"))
		require.Equal(t, "0", answer.Header().Get("RateLimit-Remaining"))
		require.Equal(t, "60", answer.Header().Get("RateLimit-Reset"))
		refused(t, answer, fault.TooManyRequests)
	})
	t.Run("fields go by the names that were sent", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.results["contactPage"] = fault.Details{{Field: "page", Message: "must be from 1 to 9"}, {Field: "tags[0]", Message: "is odd"}}.Err()
		answer := b.call(http.MethodPost, getAll, `{"pageNumber":0}`)
		require.Contains(t, answer.Body.String(), "Invalid request: pageNumber must be from 1 to 9; tags[0] is odd.")
		refused(t, answer, fault.ValidationError,
			fault.Detail{Field: "pageNumber", Message: "must be from 1 to 9"}, fault.Detail{Field: "tags[0]", Message: "is odd"})
		refused(t, b.call(http.MethodPost, getAll, `{"page":0}`), fault.ValidationError,
			fault.Detail{Field: "page", Message: "must be from 1 to 9"}, fault.Detail{Field: "tags[0]", Message: "is odd"})
	})
	t.Run("bugs say nothing", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, bug := range []any{errors.New("secret"), "\"no object"} {
			b.results["createContact"] = bug
			answer := b.call(http.MethodPost, create, ada)
			require.NotContains(t, answer.Body.String(), "secret")
			refused(t, answer, fault.InternalError)
		}
	})
	t.Run("a failing access check", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.access["me"] = errors.New("secret")
		answer := b.call(http.MethodGet, me, "")
		require.NotContains(t, answer.Body.String(), "secret")
		refused(t, answer, fault.InternalError)
		b.access["me"] = context.DeadlineExceeded
		refused(t, b.call(http.MethodGet, me, ""), fault.Unavailable)
	})
}
